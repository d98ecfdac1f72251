import type { Page, Route } from "playwright-core";
import { openPage, type PageOptions } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { waitForAnimations } from "#tests/wait-for-animations.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";
import type { ScreenShop } from "./screen-shop.ts";

export type Viewer = "visitor" | "newcomer" | "customer" | "admin";

export type ScreenContext = { page: Page; world: ScreenShop };

export type Screen = {
  name: string;
  who: Viewer;
  /** From any page to this screen. */
  open: (stage: ScreenContext) => Promise<unknown>;
  /** Removes what would disturb the next screens. */
  undo?: (stage: ScreenContext) => Promise<unknown>;
  /** Expected messages in the browser's console. */
  troubles?: RegExp;
  /** A page as opened, without any input. */
  isPlain?: true;
  /** Shown while something loads. */
  isWaiting?: true;
  phoneOnly?: true;
  /** For the pictures only: it consists of what other screens show, which are checked. */
  isRepetition?: true;
};

export async function openScreenContext(
  world: ScreenShop,
  who: Viewer,
  options: PageOptions = {},
): Promise<ScreenContext> {
  const still = { reducedMotion: "reduce", ownPage: true, ...options } as const;
  const page =
    who === "visitor"
      ? await openPage(`${world.shop.url}/about`, still)
      : await openPageAs(world.shop, world.people[who], "/about", still);
  // Drafts and scroll positions of earlier screens.
  await page.addInitScript(() => {
    if (location.origin !== "null") sessionStorage.clear();
  });
  // Leaving a form half-way asks for confirmation.
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  return { page, world };
}

export async function showScreen(stage: ScreenContext, screen: Screen): Promise<void> {
  const { page } = stage;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await screen.open(stage);
  await settled(page);
}

/** Fonts and pictures are loaded, animations have ended. */
async function settled(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  await waitForAnimations(page);
}

export async function openPath({ page, world }: ScreenContext, path: string): Promise<void> {
  // A change of the fragment alone would not load a new document.
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(world.shop.url + path);
  await waitForHydration(page);
  await page.getByText("Loading...").first().waitFor({ state: "detached" });
}

/** With one call that fails, hangs or answers something else. */
export async function openPathWithCall(
  stage: ScreenContext,
  path: string,
  call: string,
  then: "fails" | "hangs" | object,
): Promise<void> {
  await stage.page.route(call, async (route: Route) => {
    if (then === "fails") await route.abort();
    else if (then !== "hangs") await route.fulfill({ json: then });
  });
  await stage.page.goto(stage.world.shop.url + path);
  await waitForHydration(stage.page);
}
