import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { saveImage } from "./image-store.ts";

const sizes = (text: string) => ({
  320: Buffer.from(`${text} small`),
  640: Buffer.from(`${text} middle`),
  960: Buffer.from(`${text} large`),
});

describe("pictures", () => {
  it("are stored once and served in each width as immutable", async () => {
    const { request, shop } = await openShop();
    const url = await saveImage(shop.env.DATA_DIR, sizes("disc"));
    expect(await saveImage(shop.env.DATA_DIR, sizes("disc"))).toBe(url);
    expect(await readdir(join(shop.env.DATA_DIR, "images"))).toHaveLength(1);
    const response = await request(url.replace("960", "320"));
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-type")).toBe("image/webp");
    const [, , name] = url.split("/");
    expect(response.headers.get("content-disposition")).toBe(`inline; filename="${name}-320.webp"`);
    expect(await response.text()).toBe("disc small");
  });

  it.each([
    "/images/0123456789abcdef0123456789abcdef/960.webp",
    "/images/0123456789abcdef0123456789abcdef/961.webp",
    "/images/..%2f..%2fetc/passwd",
    "/images/../demo-accounts.json/960.webp",
    "/images/%2e%2e/960.webp",
  ])("%s is 404", async (path) => {
    const { request } = await openShop();
    expect((await request(path)).status).toBe(404);
  });
});
