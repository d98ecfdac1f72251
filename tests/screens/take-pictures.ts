// Run by `npm run screens`: a picture of each screen, in both themes and three widths.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { screens } from "../screens.ts";
import { contactSheet } from "./contact-sheet.ts";
import {
  openScreenContext,
  type Screen,
  type ScreenContext,
  showScreen,
  type Viewer,
} from "./screen.ts";
import { openScreenShop } from "./screen-shop.ts";

const folder = "screens";
const widths = [390, 768, 1440];
const themes = ["light", "dark"] as const;

const wanted = (process.env.SCREENS ?? "").split(" ").filter(Boolean);
const chosen = screens.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);

it(`pictures of ${chosen.length} screens`, { timeout: 1_200_000 }, async () => {
  expect(chosen, `No screen is called like ${wanted.join(" or ")}`).not.toEqual([]);
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const world = await openScreenShop();
  const stages = new Map<Viewer, ScreenContext>();
  for (const screen of chosen) {
    const stage =
      stages.get(screen.who) ??
      (await openScreenContext(world, screen.who, { expectedTroubles: /./ }));
    stages.set(screen.who, stage);
    await takeAll(stage, screen);
  }
  const shown = chosen.map((screen) => ({ screen, widths: widthsOf(screen) }));
  await writeFile(join(folder, "index.html"), contactSheet(shown, themes));
});

async function takeAll(stage: ScreenContext, screen: Screen): Promise<void> {
  const { page } = stage;
  for (const [index, width] of widthsOf(screen).entries()) {
    await page.setViewportSize({ width, height: 900 });
    // The screen survives a resize.
    if (index === 0) await showScreen(stage, screen);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => scrollTo(0, 0));
      const path = join(folder, `${screen.name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await screen.undo?.(stage);
}

const widthsOf = ({ phoneOnly }: Screen) => (phoneOnly ? [390] : widths);
