// Pictures as the pages name them: in several sizes, of known shape, and only those first that are
// seen first.
import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { openShop } from "#tests/open-shop.ts";

const img = "/images/0123456789abcdef0123456789abcdef/960.webp";
/** As many as stand in the first row. */
const firstRow = 3;

type Attributes = Record<string, string>;

async function picturesOf(path: string): Promise<Attributes[]> {
  const { request } = await openShop({ parts: Array.from({ length: 8 }, () => aPart({ img })) });
  const html = await (await request(path)).text();
  return [...html.matchAll(/<img ([^>]*)>/g)].map(([, text = ""]) =>
    Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name.toLowerCase(),
        value,
      ]),
    ),
  );
}

it.each(["/", "/product", "/about"])("on %s say how large they are", async (path) => {
  const pictures = await picturesOf(path);
  expect(pictures.length).toBeGreaterThan(0);
  for (const { src, width, height } of pictures) {
    expect([src, Number(width) > 0, Number(height) > 0]).toEqual([src, true, true]);
  }
});

it.each(["/", "/product"])("of parts on %s come in three sizes of WebP", async (path) => {
  const ofParts = (await picturesOf(path)).filter(({ src }) => src === img);
  expect(ofParts.length).toBeGreaterThan(0);
  for (const { srcset, sizes } of ofParts) {
    expect(srcset).toBe(
      [320, 640, 960].map((width) => `${img.replace("960", `${width}`)} ${width}w`).join(", "),
    );
    expect(sizes).not.toBe("");
  }
});

it("of the first row come at once, and first; the others as they come into view", async () => {
  const pictures = await picturesOf("/product");
  const first = pictures.slice(0, firstRow);
  const rest = pictures.slice(firstRow);
  expect(first.map(({ loading, fetchpriority }) => [loading, fetchpriority])).toEqual(
    Array(firstRow).fill(["eager", "high"]),
  );
  expect(rest.map(({ loading }) => loading)).toEqual(Array(rest.length).fill("lazy"));
});

it("on the home page: the banner's at once, and first; the others as they come into view", async () => {
  const [banner, ...rest] = await picturesOf("/");
  expect([banner?.loading ?? "eager", banner?.fetchpriority]).toEqual(["eager", "high"]);
  expect(new Set(rest.map(({ loading }) => loading))).toEqual(new Set(["lazy"]));
});
