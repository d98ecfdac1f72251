// Row 21: no address leads out of the folders from which the shop serves.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, eachOf } from "./ask.ts";
import { control, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";
import { traversalPaths } from "./traversal-paths.ts";

const project = process.cwd();
const canary = `canary ${crypto.randomUUID()}`;
const plantedFiles = [
  ...["demo-accounts.json", "postgres.password", "outbox/letter.eml", "emulators/google.json"],
  ...[".env", ".git/config", "package.json", "images.bak/960.webp", "images/unfinished.1/960.webp"],
];

async function startWithFiles(planted: readonly string[] = []): Promise<Shop> {
  const shop = await startShop({ faults: planted });
  for (const file of plantedFiles) {
    const path = join(shop.dataDir, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, canary);
  }
  return shop;
}

async function secretTexts(): Promise<string[]> {
  const own = ["package.json", "server/main.ts", "server/modules/orders/tables.ts"];
  const files = [...own.map((file) => join(project, file)), "/etc/passwd"];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const byLength = (one: string, other: string) => other.length - one.length;
  const longest = texts.map((text) => text.split("\n").sort(byLength)[0] ?? "");
  return [...longest, canary, "sourcesContent", `${process.env.PATH}`];
}

async function requestAll({ url, dataDir }: Shop) {
  const paths = traversalPaths({ project, data: dataDir });
  const secrets = await secretTexts();
  const found = { tried: paths.length, leaks: [] as string[], crashes: [] as string[] };
  await eachOf(paths, async (path) => {
    const headers = { accept: "text/html" };
    const { status, text } = await ask(url, { method: "GET", path, headers });
    if (secrets.some((secret) => text.includes(secret))) found.leaks.push(path);
    if (status >= 500) found.crashes.push(`${status} of ${path}`);
  });
  return found;
}

describe("row 21: path traversal", () => {
  it("leads nowhere, and the shop lives on", async () => {
    const shop = await startWithFiles();
    const { tried, leaks, crashes } = await requestAll(shop);
    report({
      check: "addresses that lead out of the roots, or are none",
      target: "500 payloads: 0 files outside the roots, 0 crashes",
      figure: `${tried} requests`,
      faults: [...leaks, ...crashes],
    });
    expect(tried).toBeGreaterThanOrEqual(500);
    expect((await shop.request("/api/parts")).status).toBe(200);
  });

  control("negative control: a shop that accepts any name of a picture is found out", async () => {
    const { leaks } = await requestAll(await startWithFiles(["acceptAnyImageName"]));
    expect(leaks).toContain("/images/../demo-accounts.json");
  });

  it("no source map is built, and none is named", async () => {
    const files = await readdir("dist/web", { recursive: true });
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    for (const file of files.filter((each) => /\.(js|css)$/.test(each))) {
      const text = await readFile(join("dist/web", file), "utf8");
      expect(text, file).not.toContain("sourceMappingURL");
    }
  });
});
