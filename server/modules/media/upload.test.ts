import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import sharp from "sharp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { openVisitor, signUp } from "#tests/people.ts";
import {
  blackPng,
  emptyImages,
  listImages,
  noisePicture,
  pngChunk,
  uploadPicture,
} from "#tests/pictures.ts";

const share = shareShop();
/** Without the pictures of the test before. */
async function open() {
  const shop = await share();
  await emptyImages(shop);
  return shop;
}

const refusal = (code: string, message: RegExp) => ({
  error: { code, message: expect.stringMatching(message) },
});

async function read(shop: OpenShop, url: string, width: 320 | 640 | 960 = 960) {
  const response = await shop.request(url.replace("960.webp", `${width}.webp`));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("cache-control")).toContain("immutable");
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, ...(await sharp(bytes).metadata()) };
}

describe("an uploaded picture", () => {
  it("is accepted by its content and stored in each width", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const original = noisePicture(1600, 1200);
    for (const picture of [
      await original.clone().jpeg().toBuffer(),
      await original.clone().png().toBuffer(),
      await original.clone().webp().toBuffer(),
      await original.clone().avif({ effort: 0 }).toBuffer(),
    ]) {
      const { status, url, body } = await uploadPicture(ada, picture, {
        name: "x.txt",
        type: "text/html",
      });
      expect([status, body]).toEqual([200, { success: true, data: { url } }]);
      expect(url).toMatch(/^\/images\/[0-9a-f]{32}\/960\.webp$/);
      for (const width of [320, 640, 960] as const) {
        const { format, width: served, height } = await read(shop, url, width);
        expect([format, served, height]).toEqual(["webp", width, (width * 3) / 4]);
      }
    }
    expect(await listImages(shop)).toHaveLength(4);
  });

  it.each(["; touch x; .jpg", "../../me.jpg", "me.html", "<script>.svg", "$(id).jpg"])(
    "named %s is stored under a generated name, and is nothing but a picture",
    async (name) => {
      const shop = await open();
      const picture = await noisePicture().jpeg().toBuffer();
      const { url } = await uploadPicture(await signUp(shop), picture, { name, type: "text/html" });
      expect(url).toMatch(/^\/images\/[0-9a-f]{32}\/960\.webp$/);
      const { headers } = await shop.request(url);
      expect(headers.get("content-type")).toBe("image/webp");
      expect(headers.get("content-disposition")).toMatch(
        /^inline; filename="[0-9a-f]+-960\.webp"$/,
      );
    },
  );

  it("is stored once if it is sent twice", async () => {
    const shop = await open();
    const picture = await noisePicture().jpeg().toBuffer();
    const first = await uploadPicture(await signUp(shop), picture);
    const second = await uploadPicture(await signUp(shop), picture);
    expect(second.url).toBe(first.url);
    expect(await listImages(shop)).toHaveLength(1);
  });

  it("keeps its proportions and is never enlarged", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const sizeOf = async (width: number, height: number) => {
      const { url } = await uploadPicture(ada, await noisePicture(width, height).jpeg().toBuffer());
      const served = await read(shop, url);
      return [served.width, served.height];
    };
    expect(await sizeOf(120, 90)).toEqual([120, 90]);
    expect(await sizeOf(1200, 1600)).toEqual([960, 1280]);
    expect(await sizeOf(100, 20_000)).toEqual([19, 3840]);
    expect(await sizeOf(20_000, 10)).toEqual([960, 1]);
  });

  it("is upright, in sRGB and without metadata", async () => {
    const shop = await open();
    const secret = "Rose Lane 7";
    const picture = await noisePicture(800, 600)
      .jpeg()
      .withIccProfile("p3")
      .withExifMerge({
        IFD0: { Copyright: secret },
        IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" },
      })
      .withMetadata({ orientation: 6 })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
      .toBuffer();
    const sent = await sharp(picture).metadata();
    expect(sent).toMatchObject({ orientation: 6, hasProfile: true, width: 800 });
    expect([sent.exif, sent.xmp].every((part) => part?.includes(secret))).toBe(true);

    const { url } = await uploadPicture(await signUp(shop), picture);
    for (const width of [320, 640, 960] as const) {
      const served = await read(shop, url, width);
      expect(served.width).toBeLessThan(served.height);
      expect(served.space).toBe("srgb");
      expect(served).not.toHaveProperty("exif");
      expect(served).not.toHaveProperty("xmp");
      expect(served).not.toHaveProperty("icc");
      expect(served).not.toHaveProperty("orientation");
      expect(served.bytes.includes(secret)).toBe(false);
    }
  });

  it("keeps its transparency", async () => {
    const shop = await open();
    const glass = { r: 200, g: 40, b: 20, alpha: 0.5 };
    const picture = await sharp({
      create: { width: 1000, height: 800, channels: 4, background: glass },
    })
      .png()
      .toBuffer();
    const { url } = await uploadPicture(await signUp(shop), picture);
    const { bytes } = await read(shop, url);
    const [r, g, b, alpha] = await sharp(bytes).raw().toBuffer();
    expect([r, g, b, alpha].map((value) => Math.round((value ?? 0) / 10))).toEqual([20, 4, 2, 13]);
  });

  it("with several frames becomes its first", async () => {
    const shop = await open();
    const frames = ["#ff0000", "#00ff00", "#0000ff"].map((background) =>
      sharp({ create: { width: 50, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const picture = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(picture).metadata()).pages).toBe(3);
    const { url } = await uploadPicture(await signUp(shop), picture);
    const { pages, height, bytes } = await read(shop, url);
    expect([pages ?? 1, height]).toEqual([1, 40]);
    const [r = 0, g = 255] = await sharp(bytes).raw().toBuffer();
    expect(r).toBeGreaterThan(200);
    expect(g).toBeLessThan(60);
  });

  it("may have 8 MB and 40 megapixels, and no more", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const small = await noisePicture().jpeg().toBuffer();
    const filledUp = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
    const megabytes = 8 * 1024 * 1024;
    expect((await uploadPicture(ada, filledUp(megabytes))).status).toBe(200);
    expect(await uploadPicture(ada, filledUp(megabytes + 1))).toMatchObject({
      status: 413,
      body: refusal("too-large", /8 MB is the limit/),
    });
    expect(await uploadPicture(ada, filledUp(3 * megabytes))).toMatchObject({ status: 413 });
    expect((await uploadPicture(ada, blackPng(8000, 5000))).status).toBe(200);
    expect(await uploadPicture(ada, blackPng(8001, 5000))).toMatchObject({
      status: 413,
      body: refusal("too-large", /40 megapixels is the limit/),
    });
    expect(await listImages(shop)).toHaveLength(2);
  });

  it("with more than a thousand frames is refused", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const moving = (frames: number) => {
      const control = Buffer.alloc(8);
      control.writeUInt32BE(frames);
      return blackPng(10, 10, pngChunk("acTL", control));
    };
    expect((await uploadPicture(ada, moving(1000))).status).toBe(200);
    expect(await uploadPicture(ada, moving(1001))).toMatchObject({
      status: 413,
      body: refusal("too-large", /too many frames/),
    });
  });

  it.each([
    ["text", () => Buffer.from("Hello")],
    ["a page", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    [
      "a drawing",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ["a GIF", () => noisePicture(9, 9).gif().toBuffer()],
    ["a TIFF", () => noisePicture(9, 9).tiff().toBuffer()],
    [
      "a PDF",
      () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>"),
    ],
  ])("that is %s is refused", async (_, make) => {
    const shop = await open();
    expect(await uploadPicture(await signUp(shop), await make())).toMatchObject({
      status: 415,
      body: refusal(
        "unsupported-media-type",
        /^Please choose a JPEG, PNG, WebP or AVIF picture\.$/,
      ),
    });
    expect(await listImages(shop)).toEqual([]);
  });

  it.each(["jpeg", "png", "webp", "avif"] as const)(
    "that is half a %s is refused",
    async (format) => {
      const shop = await open();
      const whole = await noisePicture().toFormat(format, { effort: 1 }).toBuffer();
      expect(
        await uploadPicture(await signUp(shop), whole.subarray(0, whole.length / 2)),
      ).toMatchObject({
        body: { error: { code: expect.stringMatching(/^(invalid|unsupported-media-type)$/) } },
      });
      expect(await listImages(shop)).toEqual([]);
    },
  );

  it("that crashes the decoder affects nothing else", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const { spawn } = childProcess;
    const breaking = vi.spyOn(childProcess, "spawn");
    const breakBy = (script: string) => {
      breaking.mockImplementation((command, _program, options) =>
        spawn(command, ["-e", script], options),
      );
      syncBuiltinESMExports();
    };
    onTestFinished(() => {
      breaking.mockRestore();
      syncBuiltinESMExports();
    });
    const picture = await noisePicture().jpeg().toBuffer();

    expectWarning(/picture process was ended by SIGSEGV/);
    breakBy("process.kill(process.pid, 'SIGSEGV')");
    expect(await uploadPicture(ada, picture)).toMatchObject({
      status: 400,
      body: refusal("invalid", /cannot be read/),
    });
    expect(warningsSoFar()).toHaveLength(1);
    // A failure of the process itself is no fault of the picture.
    expectWarning(/picture process failed with exit code 1/);
    breakBy("process.exit(1)");
    expect((await uploadPicture(ada, picture)).status).toBe(500);
    breaking.mockRestore();
    syncBuiltinESMExports();
    expect((await uploadPicture(ada, picture)).status).toBe(200);
  });

  it("is refused from visitors and other sites", async () => {
    const shop = await open();
    const picture = await noisePicture().jpeg().toBuffer();
    expect(await uploadPicture(openVisitor(shop), picture)).toMatchObject({
      status: 401,
      body: refusal("not-signed-in", /sign in/),
    });
    const ada = await signUp(shop);
    const elsewhere = openVisitor(shop, { origin: "https://elsewhere.example" });
    for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value);
    expect((await uploadPicture(elsewhere, picture)).status).toBe(403);
    expect(await listImages(shop)).toEqual([]);
  });
});
