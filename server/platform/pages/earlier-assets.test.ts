// A page that is open while another version is deployed loads the rest of its own one.
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { putInPlace } from "../../../scripts/build.ts";
import { findEarlierAsset } from "./built-web.ts";

const hour = 3_600_000;

async function openDist() {
  const dist = await mkdtemp(join(tmpdir(), "dist-"));
  onTestFinished(() => rm(dist, { recursive: true }));
  async function build(file: string, at: number) {
    await mkdir(join(dist, "next/web/assets"), { recursive: true });
    await mkdir(join(dist, "next/renderer"));
    await writeFile(join(dist, "next/web/assets", file), file);
    await putInPlace(dist, at);
  }
  const read = async (file: string) =>
    (await findEarlierAsset(`/assets/${file}`, dist))?.body.toString();
  return { dist, build, read };
}

it("the files of a build can be had for a day after it was replaced", async () => {
  const { dist, build, read } = await openDist();
  await build("one-a1.js", 0);
  await build("two-b2.js", 40 * hour);
  await build("three-c3.js", 50 * hour);
  expect([await read("one-a1.js"), await read("two-b2.js")]).toEqual(["one-a1.js", "two-b2.js"]);
  await build("four-d4.js", 65 * hour);
  expect([await read("one-a1.js"), await read("two-b2.js")]).toEqual([undefined, "two-b2.js"]);
  expect(await readdir(join(dist, "earlier"))).toHaveLength(2);
  expect(await read("../assets/two-b2.js")).toBeUndefined();
});

it("and a shop that was started later sends them", async () => {
  const shop = await openShop();
  const folder = `dist/earlier/${Date.now()}`;
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "assets"), { recursive: true });
  await writeFile(join(folder, "assets/gone-e5.js"), "export {}");
  const response = await shop.request("/assets/gone-e5.js");
  expect([response.status, await response.text()]).toEqual([200, "export {}"]);
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect((await shop.request("/assets/gone-f6.js")).status).toBe(404);
});
