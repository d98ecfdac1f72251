import fs, { readdir } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { clearLimits, countLimited, fillLimits } from "#tests/builders/limit.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import {
  emptyImages,
  listImages,
  noisePicture,
  readUpload,
  uploadPicture,
} from "#tests/pictures.ts";

const picture = await noisePicture(40, 30).jpeg().toBuffer();

const share = shareShop({ env: { PROXIES: "127.0.0.1" } });
/** Without the pictures and counts of the test before. */
async function open() {
  const shop = await share();
  await clearLimits(shop);
  await emptyImages(shop);
  return shop;
}

/** Sends the end of the form when `finish` is called. */
function slowUpload({ request }: SignedIn, signal?: AbortSignal) {
  const boundary = "slow";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`;
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(Buffer.from(head)));
      finish = () => {
        const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
        controller.enqueue(new Uint8Array(Buffer.concat([picture, tail])));
        controller.close();
      };
    },
  });
  const answer = request("/api/images", {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body,
    duplex: "half",
    ...(signal && { signal }),
  } as RequestInit).then(readUpload);
  return { answer, finish: () => finish() };
}

/** By the limits of persons. */
const countUploads = (shop: OpenShop) => countLimited(shop, { beginning: "pictures of " });

/** Each with another address, or all with one. */
function signUpMany(shop: OpenShop, many: number, address?: string): Promise<SignedIn[]> {
  const headersOf = (at: number) => ({ "x-forwarded-for": address ?? `198.51.${at}.7` });
  return Promise.all(
    Array.from({ length: many }, (_, at) => signUp(shop, { headers: headersOf(at) })),
  );
}

const twoEach = (people: SignedIn[], signal?: AbortSignal) =>
  people.flatMap((one) => [slowUpload(one, signal), slowUpload(one, signal)]);

describe("upload limits", () => {
  it("allow thirty pictures an hour per person", async () => {
    const shop = await open();
    const [ada, vera] = [await signUp(shop), await signUp(shop)];
    await uploadPicture(ada, Buffer.from("no picture"));
    await fillLimits(shop, "pictures of ", 29);
    expect((await uploadPicture(ada, picture)).status).toBe(200);
    expect(await uploadPicture(ada, picture)).toMatchObject({
      status: 429,
      body: { error: { code: "too-many", message: expect.stringMatching(/in the last hour/) } },
    });
    expect((await uploadPicture(vera, picture)).status).toBe(200);
    await clearLimits(shop);
    expect((await uploadPicture(ada, picture)).status).toBe(200);
  });

  it.each([
    ["sixty an hour", "pictures from ", 59],
    ["a hundred a day", "a day's pictures from ", 99],
  ])("allow %s from one address, and admins more", async (_, limit, most) => {
    const shop = await open();
    const ada = await signUp(shop);
    expect((await uploadPicture(ada, picture)).status).toBe(200);
    await fillLimits(shop, limit, most);
    expect((await uploadPicture(ada, picture)).status).toBe(200);
    expect((await uploadPicture(await signUp(shop), picture)).status).toBe(429);
    const neighbour = await signUp(shop, { headers: { "x-forwarded-for": "127.0.0.9" } });
    expect((await uploadPicture(neighbour, picture)).status).toBe(200);
    expect((await uploadPicture(await signUpAdmin(shop), picture)).status).toBe(200);
  });

  it("allow two at once per person", async () => {
    const shop = await open();
    const [ada, vera] = [await signUp(shop), await signUp(shop)];
    const slow = [slowUpload(ada), slowUpload(ada)];
    await expect.poll(() => countUploads(shop)).toBe(2);
    expect(await uploadPicture(ada, picture)).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringMatching(/previous request/) } },
    });
    expect((await uploadPicture(vera, picture)).status).toBe(200);
    for (const { finish } of slow) finish();
    for (const { answer } of slow) expect((await answer).status).toBe(200);
    expect((await uploadPicture(ada, picture)).status).toBe(200);
  });

  it("keep nobody out by the slow uploads of sixteen others", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const slow = twoEach(await signUpMany(shop, 8));
    await expect.poll(() => countUploads(shop)).toBe(16);
    expect((await uploadPicture(ada, picture)).status).toBe(200);
    for (const { finish } of slow) finish();
    const answers = await Promise.all(slow.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  });
});

describe("an aborted upload", () => {
  it("frees its place among the four of its address, and leaves no file", async () => {
    const shop = await open();
    const address = "198.51.100.7";
    const people = await signUpMany(shop, 2, address);
    const [third] = await signUpMany(shop, 1, address);
    if (!third) throw new Error("Nobody signed up");
    const leaving = new AbortController();
    const slow = twoEach(people, leaving.signal);
    await expect.poll(() => countUploads(shop)).toBe(4);
    expect((await uploadPicture(third, picture)).status).toBe(503);
    expect((await uploadPicture(await signUp(shop), picture)).status).toBe(200);
    await emptyImages(shop);
    leaving.abort();
    for (const { answer } of slow) await expect(answer).rejects.toThrow(/abort/);
    await expect.poll(async () => (await uploadPicture(third, picture)).status).toBe(200);
    expect(await listImages(shop)).toHaveLength(1);
    expect(await readdir(join(shop.shop.env.DATA_DIR, "uploads"))).toEqual([]);
  });
});

describe("on a full disk", () => {
  function broken<Name extends "writeFile" | "statfs">(name: Name, instead: (typeof fs)[Name]) {
    vi.spyOn(fs, name).mockImplementation(instead as never);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
  }
  it("a picture is refused and leaves no file", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    expect((await uploadPicture(ada, picture)).status).toBe(200);
    const other = await noisePicture(50, 50).jpeg().toBuffer();
    const { writeFile } = fs;
    broken("writeFile", async (path, data, options) => {
      if (!String(path).endsWith("640.webp")) return writeFile(path, data, options);
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    });
    expectWarning(/No disk space left for pictures/);
    expect(await uploadPicture(ada, other)).toMatchObject({
      status: 503,
      body: { error: { code: "unavailable", message: expect.stringMatching(/no room/) } },
    });
    expect(await listImages(shop)).toHaveLength(1);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect((await uploadPicture(ada, other)).status).toBe(200);
  });

  it("the last 256 MB are left to the database", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const { statfs } = fs;
    broken("statfs", (async (path: string) => ({
      ...(await statfs(path)),
      bsize: 4096,
      bavail: 50_000,
    })) as never);
    expectWarning(/No disk space left for pictures/);
    expect((await uploadPicture(ada, picture)).status).toBe(503);
  });
});
