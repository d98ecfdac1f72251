// What a screen is, and how a person comes to it.
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { waitForAnimations } from "#tests/wait-for-animations.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";
import type { ScreenShop } from "./screen-shop.ts";

export type Viewer = "visitor" | "newcomer" | "customer" | "admin";

/** A person's browser, before the shop. */
export type ScreenContext = { page: Page; world: ScreenShop };

export type Screen = {
  name: string;
  who: Viewer;
  /** From wherever the browser is to this screen. */
  open: (stage: ScreenContext) => Promise<unknown>;
  /** What would be in the way of the next screens. */
  undo?: (stage: ScreenContext) => Promise<unknown>;
  /** What the browser writes into its console there, because it is what the screen is about. */
  troubles?: RegExp;
  /** A page as it is when it is opened, and nothing else. */
  isPlain?: true;
  /** Something is on its way, and all that one can do is wait. */
  isWaiting?: true;
  /** There is no such thing on wider screens. */
  phoneOnly?: true;
};

export async function openScreenContext(
  world: ScreenShop,
  who: Viewer,
  options: BrowserContextOptions & { expectedTroubles?: RegExp } = {},
): Promise<ScreenContext> {
  // What moves by itself would be caught half-way.
  const still = { reducedMotion: "reduce", ...options } as const;
  const page =
    who === "visitor"
      ? await openPage(`${world.shop.url}/about`, still)
      : await openPageAs(world.shop, world.people[who], "/about", still);
  // Each screen begins anew: nothing written before, nothing scrolled.
  await page.addInitScript(() => {
    if (location.origin !== "null") sessionStorage.clear();
  });
  // Whoever leaves a form half-way is asked; the tour goes on.
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  return { page, world };
}

/** To the screen, with nothing left of the one before. */
export async function showScreen(stage: ScreenContext, screen: Screen): Promise<void> {
  const { page } = stage;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await screen.open(stage);
  await settled(page);
}

/** Nothing is on its way that would change what is seen. */
async function settled(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  await waitForAnimations(page);
}

/** The page at an address, with what it shows. */
export async function openPath({ page, world }: ScreenContext, path: string): Promise<void> {
  // What is behind # alone would be no new document; else about:blank would only cost a process.
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(world.shop.url + path);
  await waitForHydration(page);
  await page.getByText("Loading...").first().waitFor({ state: "detached" });
}

/** The same, where one call fails, never comes, or says something else. */
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
