import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { writeBackup } from "#server/operations/backup/write-backup.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { startS3Server } from "#tests/s3-server.ts";
import { makeDataDir } from "#tests/start-program.ts";

const picture = await noisePicture().jpeg().toBuffer();
const filesIn = ({ shop }: OpenShop) => readdir(join(shop.env.DATA_DIR, "images")).catch(() => []);
const unavailable = {
  status: 503,
  body: { error: { code: "unavailable", message: expect.stringMatching(/try again shortly/) } },
};

async function openWithStorage() {
  const storage = await startS3Server();
  const shop = await openShop({ env: storage.env });
  return { storage, shop, vera: await signUp(shop) };
}

describe("pictures in a bucket", () => {
  it("are stored in all sizes and served by every machine", async () => {
    const { storage, shop, vera } = await openWithStorage();
    const other = await openShop({ databaseUrl: shop.databaseUrl, env: storage.env });
    const { status, url } = await uploadPicture(vera, picture);
    expect(status).toBe(200);
    const { pathname } = new URL(url, shop.url);
    expect([...storage.objects.keys()].sort()).toEqual(
      [320, 640, 960].map((width) => `/pictures${pathname.replace("960", String(width))}`),
    );
    const shown = await other.request(pathname);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(shown.headers.get("cache-control")).toContain("immutable");
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(
      storage.objects.get(`/pictures${pathname}`),
    );
    expect(storage.refused).toEqual([]);
    expect(await filesIn(shop)).toEqual([]);
    expect((await uploadPicture(vera, picture)).url).toBe(url);
    expect(storage.objects.size).toBe(3);
  });

  it("are served whole if the storage sends no length", async () => {
    const { storage, shop, vera } = await openWithStorage();
    storage.isChunked = true;
    const { url } = await uploadPicture(vera, picture);
    const { pathname } = new URL(url, shop.url);
    const shown = await shop.request(pathname);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(
      storage.objects.get(`/pictures${pathname}`),
    );
  });

  it("in a folder instead are missing on other machines", async () => {
    const shop = await openShop();
    const other = await openShop({ databaseUrl: shop.databaseUrl });
    const { url } = await uploadPicture(await signUp(shop), picture);
    expect((await other.request(new URL(url, shop.url).pathname)).status).toBe(404);
  });

  it("are 404 if missing, 503 if the storage fails", async () => {
    expectWarning(/Picture storage at 127\.0\.0\.1/);
    const { storage, shop } = await openWithStorage();
    const path = "/images/0123456789abcdef0123456789abcdef/960.webp";
    expect((await shop.request(path)).status).toBe(404);
    storage.mood = "failing";
    const away = await shop.request(path);
    expect([away.status, away.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(away.headers.get("cache-control")).toBe("no-store");
    storage.mood = "willing";
    expect((await shop.request(path)).status).toBe(404);
  });

  it.each([
    ["says no", "failing", 0],
    ["does not answer", "silent", 0],
    ["is full after one size", "willing", 1],
  ] as const)(
    "are refused with 503 if the storage %s",
    async (_, mood, room) => {
      expectWarning(/Picture storage at 127\.0\.0\.1/);
      const { storage, shop, vera } = await openWithStorage();
      const timeout = AbortSignal.timeout;
      const clock = vi
        .spyOn(AbortSignal, "timeout")
        .mockImplementation((wait) => timeout(Math.round(wait / 9)));
      onTestFinished(() => clock.mockRestore());
      Object.assign(storage, { mood, ...(mood === "willing" && { room }) });
      expect(await uploadPicture(vera, picture)).toMatchObject(unavailable);
      // Without the largest size the picture is not complete.
      expect([...storage.objects.keys()].filter((key) => key.includes("960"))).toEqual([]);
      expect(await filesIn(shop)).toEqual([]);
      Object.assign(storage, { mood: "willing", room: 99 });
      expect(await uploadPicture(vera, picture)).toMatchObject({ status: 200 });
      expect(storage.objects.size).toBe(3);
    },
    30_000,
  );

  it("are not stored with a wrong key", async () => {
    expectWarning(/Picture storage at 127\.0\.0\.1:\d+ failed: status 403/);
    const storage = await startS3Server();
    const env = { ...storage.env, S3_SECRET_ACCESS_KEY: "another one, that is not right" };
    const shop = await openShop({ env });
    expect(await uploadPicture(await signUp(shop), picture)).toMatchObject(unavailable);
    expect(new Set(storage.refused)).toEqual(new Set(["SignatureDoesNotMatch"]));
    expect(storage.objects.size).toBe(0);
  });

  it("are redirected to the public address of the bucket", async () => {
    const storage = await startS3Server();
    const env = { ...storage.env, S3_PUBLIC_URL: "https://pictures.example/" };
    const { request } = await openShop({ env });
    const path = "/images/0123456789abcdef0123456789abcdef/320.webp";
    const { status, headers } = await request(path, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([302, `https://pictures.example${path}`]);
  });

  it("are not in a backup, which names the bucket", async () => {
    const { storage, shop, vera } = await openWithStorage();
    await uploadPicture(vera, picture);
    const file = join(await makeDataDir("backups "), "shop.tar");
    const { dedicated, env } = shop.shop;
    const picturesAt = `${env.S3_ENDPOINT}/${env.S3_BUCKET}`;
    const manifest = await writeBackup({ dedicated, dataDir: env.DATA_DIR, picturesAt }, file);
    expect(manifest).toMatchObject({ pictures: 0, picturesAt });
    expect(storage.objects.size).toBe(3);
  });
});
