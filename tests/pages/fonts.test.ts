// The shop's own letters: small, from here, and nothing moves when they come.
import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { openPage } from "#tests/open-page.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const paths = ["/", "/product", "/about", "/login"];

it("come from the shop, are at most 25 KB each, and never asked for twice", async () => {
  const { request } = await emptyShop();
  const html = await (await request("/")).text();
  const early = [...html.matchAll(/<link rel="preload" href="([^"]+\.woff2)" as="font"/g)];
  const [, css = ""] = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(html) ?? [];
  const all = (await (await request(css)).text()).match(/\/assets\/[\w-]+\.woff2/g) ?? [];
  expect(early.length).toBe(2);
  expect(all.length).toBe(5);
  for (const [, file = ""] of early) expect(all).toContain(file);
  for (const file of all) {
    const response = await request(file);
    expect(response.headers.get("content-type")).toBe("font/woff2");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(25_000);
  }
});

it.for([390, 1440])(
  "are used if fetched ahead, and move nothing when they come late, at %d pixels",
  async (width, context) => {
    const { url } = await emptyShop({ parts: [aPart(), aPart(), aPart()] });
    const page = await openPage("about:blank", { viewport: { width, height: 900 } });
    const canMeasure = await page.evaluate(hasFontLikeArial);
    for (const path of [...paths, ...(width === 1440 ? ["/blog"] : [])]) {
      let letCome = () => {};
      const late = new Promise<void>((resolve) => {
        letCome = resolve;
      });
      await page.route("**/*.woff2", async (route) => {
        await late;
        await route.continue();
      });
      await page.goto(url + path, { waitUntil: "commit" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe("loading");
      letCome();
      await page.waitForFunction(() => document.fonts.check("16px Archivo"));
      const ahead = await page.locator("link[rel=preload][as=font]").count();
      const used = () =>
        page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").length);
      expect(ahead).toBeGreaterThan(1);
      await expect.poll(used).toBeGreaterThanOrEqual(ahead);
      const { sum, moved } = await page.evaluate(readShifts);
      if (canMeasure) expect([path, ...(sum <= 0.02 ? [] : [sum, ...moved])]).toEqual([path]);
      await page.unroute("**/*.woff2");
    }
    context.skip(!canMeasure, "This machine has no font like Arial");
  },
);

/** How far things moved since the navigation, and which did. */
function readShifts(): Promise<{ sum: number; moved: string[] }> {
  type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
  return new Promise((resolve) => {
    let sum = 0;
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        sum += value;
        for (const { node } of sources) moved.push(`${node?.nodeName}: ${node?.textContent}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, moved })));
  });
}

/** What stands in for the shop's letters until they come was measured against Arial. */
function hasFontLikeArial(): boolean {
  const drawing = document.createElement("canvas").getContext("2d");
  const widthIn = (fonts: string) => {
    if (drawing) drawing.font = `40px ${fonts}`;
    return drawing?.measureText("Ventilated Brake Disc").width;
  };
  const other = widthIn("monospace");
  return ["Arial", "Liberation Sans"].some((name) => widthIn(`"${name}", monospace`) !== other);
}
