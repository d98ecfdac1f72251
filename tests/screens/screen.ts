// What a screen is, and how a person comes to it.
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { atRest } from "#tests/at-rest.ts";
import { openPage } from "#tests/browser.ts";
import { openAs } from "#tests/open-as.ts";
import { takenOver } from "#tests/taken-over.ts";
import type { World } from "./world.ts";

export type Who = "visitor" | "newcomer" | "customer" | "admin";

/** A person's browser, before the shop. */
export type Stage = { page: Page; world: World };

export type Screen = {
  name: string;
  who: Who;
  /** From wherever the browser is to this screen. */
  open: (stage: Stage) => Promise<unknown>;
  /** What would be in the way of the next screens. */
  undo?: (stage: Stage) => Promise<unknown>;
  /** What the browser writes into its console there, because it is what the screen is about. */
  troubles?: RegExp;
  /** A page as it is when it is opened, and nothing else. */
  isPlain?: true;
  /** Something is on its way, and all that one can do is wait. */
  isWaiting?: true;
  /** There is no such thing on wider screens. */
  phoneOnly?: true;
};

export async function openStage(
  world: World,
  who: Who,
  options: BrowserContextOptions & { expectedTroubles?: RegExp } = {},
): Promise<Stage> {
  // What moves by itself would be caught half-way.
  const still = { reducedMotion: "reduce", ...options } as const;
  const page =
    who === "visitor"
      ? await openPage(`${world.shop.url}/about`, still)
      : await openAs(world.shop, world.people[who], "/about", still);
  // Each screen begins anew: nothing written before, nothing scrolled.
  await page.addInitScript(() => {
    if (location.origin !== "null") sessionStorage.clear();
  });
  // Whoever leaves a form half-way is asked; the tour goes on.
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
  return { page, world };
}

/** To the screen, with nothing left of the one before. */
export async function show(stage: Stage, screen: Screen): Promise<void> {
  const { page } = stage;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await screen.open(stage);
  await settled(page);
}

/** Nothing is on its way that would change what is seen. */
async function settled(page: Page): Promise<void> {
  await takenOver(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  await atRest(page);
}

/** The page at an address, with what it shows. */
export async function goTo({ page, world }: Stage, path: string): Promise<void> {
  // What is behind # alone would be no new document; else about:blank would only cost a process.
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(world.shop.url + path);
  await takenOver(page);
  await page.getByText("Loading...").first().waitFor({ state: "detached" });
}

/** The same, where one call fails, never comes, or says something else. */
export async function goToWith(
  stage: Stage,
  path: string,
  call: string,
  then: "fails" | "hangs" | object,
): Promise<void> {
  await stage.page.route(call, async (route: Route) => {
    if (then === "fails") await route.abort();
    else if (then !== "hangs") await route.fulfill({ json: then });
  });
  await stage.page.goto(stage.world.shop.url + path);
  await takenOver(stage.page);
}
