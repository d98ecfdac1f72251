// Pictures as the pages name them: in several sizes, of known shape, and only those first that are
// seen first.
import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { openPage } from "#tests/open-page.ts";
import { noisePicture } from "#tests/pictures.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const img = "/images/0123456789abcdef0123456789abcdef/960.webp";
/** As many as stand in the first row. */
const firstRow = 3;

type Attributes = Record<string, string>;

async function picturesOf(path: string): Promise<Attributes[]> {
  return attributesOf(await htmlOf(path), /<img ([^>]*)>/g);
}

/** Each its own picture: what is fetched ahead is named once. */
const parts = Array.from({ length: 8 }, (_, index) =>
  aPart({ img: img.replace("0123", `012${index}`) }),
);

async function htmlOf(path: string): Promise<string> {
  const { request } = await emptyShop({ parts });
  return (await request(path)).text();
}

function attributesOf(html: string, tag: RegExp): Attributes[] {
  return [...html.matchAll(tag)].map(([, text = ""]) =>
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
  const ofParts = (await picturesOf(path)).filter(({ src }) => src?.startsWith("/images/"));
  expect(ofParts.length).toBeGreaterThan(0);
  for (const { src = "", srcset, sizes } of ofParts) {
    expect(srcset).toBe(
      [320, 640, 960].map((width) => `${src.replace("960", `${width}`)} ${width}w`).join(", "),
    );
    expect(sizes).not.toBe("");
  }
});

it("of the first row come at once, and first; the others as they come into view", async () => {
  const html = await htmlOf("/product");
  const [first, ...rest] = attributesOf(html, /<img ([^>]*)>/g);
  const ahead = attributesOf(html, /<link rel="preload" as="image" ([^>]*)>/g);
  expect([first?.loading, first?.fetchpriority]).toEqual(["eager", "high"]);
  expect(rest.map(({ loading }) => loading)).toEqual(Array(rest.length).fill("lazy"));
  // On a phone the first row is one picture; where there is room, it is three.
  expect(
    ahead.map(({ imagesrcset, fetchpriority, media }) => [imagesrcset, fetchpriority, media]),
  ).toEqual([
    [first?.srcset, "high", undefined],
    ...rest.slice(0, firstRow - 1).map(({ srcset }) => [srcset, "high", "(min-width: 48rem)"]),
  ]);
});

it("on the home page: the banner's at once, and first; the others as they come into view", async () => {
  const [banner, ...rest] = await picturesOf("/");
  expect([banner?.loading ?? "eager", banner?.fetchpriority]).toEqual(["eager", "high"]);
  expect(new Set(rest.map(({ loading }) => loading))).toEqual(new Set(["lazy"]));
});

it.each([
  [1440, ["eager", "eager", "eager", "lazy"]],
  [390, ["eager", "lazy", "lazy", "lazy"]],
])(
  "of the first row at %d pixels come first to who comes from another page, too",
  async (width, loading) => {
    const { url } = await emptyShop({ parts });
    const page = await openPage("about:blank", { viewport: { width, height: 900 } });
    const body = await noisePicture(96, 72).webp().toBuffer();
    await page.route("**/images/**", (route) => route.fulfill({ body, contentType: "image/webp" }));
    const first = async () =>
      (await page.locator("main li img").all())
        .slice(0, 4)
        .map((each) => each.getAttribute("loading"));
    const shown = async () => Promise.all(await first());
    await page.goto(`${url}/about`);
    await page.evaluate(() => document.querySelector<HTMLElement>("a[href='/product']")?.click());
    await expect.poll(shown).toEqual(loading);
    await page.reload();
    await expect.poll(shown).toEqual(loading);
  },
);
