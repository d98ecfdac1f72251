// Row 21: addresses that lead out of the folders from which the shop serves. Nothing of what lies
// outside is ever in an answer, and no address ends the shop or is its fault.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { ask, eachOf } from "./ask.ts";
import { report } from "./drill.ts";
import { outsidePaths } from "./outside-paths.ts";

const project = process.cwd();

/** A known-bad variant, when a test says so: any name of a picture will do. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/media/image-store.ts"), async (original) => {
  const actual = await original();
  return { ...actual, isImageName: (...name) => known.bad || actual.isImageName(...name) };
});

const canary = `canary ${crypto.randomUUID()}`;
const planted = [
  ...["demo-accounts.json", "postgres.password", "outbox/letter.eml", "emulators/google.json"],
  ...[".env", ".git/config", "package.json", "images.bak/960.webp", "images/unfinished.1/960.webp"],
];

/** A shop around whose pictures lies what a real one has there, each with the same word in it. */
async function open(): Promise<OpenShop> {
  const shop = await openShop();
  for (const file of planted) {
    const path = join(shop.shop.env.DATA_DIR, file);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, canary);
  }
  return shop;
}

/** A line of each that stands nowhere else. */
async function telltales(): Promise<string[]> {
  const own = ["package.json", "server/main.ts", "server/modules/orders/tables.ts"];
  const files = [...own.map((file) => join(project, file)), "/etc/passwd"];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const longest = texts.map(
    (text) => text.split("\n").sort((a, b) => b.length - a.length)[0] ?? "",
  );
  return [...longest, canary, "sourcesContent", `${process.env.PATH}`];
}

type Found = { tried: number; leaks: string[]; crashes: string[] };

async function tryAll({ url, shop }: OpenShop): Promise<Found> {
  const paths = outsidePaths({ project, data: shop.env.DATA_DIR });
  const secrets = await telltales();
  const found: Found = { tried: paths.length, leaks: [], crashes: [] };
  await eachOf(paths, async (path) => {
    const { status, text } = await ask(url, {
      method: "GET",
      path,
      headers: { accept: "text/html" },
    });
    if (secrets.some((secret) => text.includes(secret))) found.leaks.push(path);
    if (status >= 500) found.crashes.push(`${status} of ${path}`);
  });
  return found;
}

describe("row 21: addresses that lead outside", () => {
  it("lead nowhere, and the shop lives on", async () => {
    const shop = await open();
    const { tried, leaks, crashes } = await tryAll(shop);
    report({
      row: 21,
      check: "addresses that lead out of the roots, or are none",
      target: "500 payloads: 0 files outside the roots, 0 crashes",
      figure: `${tried} asked, ${leaks.length} leaks, ${crashes.length} answers of 500 and more`,
      pass: leaks.length + crashes.length === 0,
    });
    expect({ leaks, crashes }).toEqual({ leaks: [], crashes: [] });
    expect(tried).toBeGreaterThanOrEqual(500);
    expect((await shop.get("/api/parts")).status).toBe(200);
  });

  it("would be told of where a name is believed", async () => {
    known.bad = true;
    const { leaks } = await tryAll(await open()).finally(() => {
      known.bad = false;
    });
    expect(leaks).toContain("/images/../demo-accounts.json");
  });

  it("no source map is built, and none is named", async () => {
    const files = await readdir("dist/web", { recursive: true });
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    for (const file of files.filter((each) => /\.(js|css)$/.test(each))) {
      expect(await readFile(join("dist/web", file), "utf8"), file).not.toContain(
        "sourceMappingURL",
      );
    }
  });
});
