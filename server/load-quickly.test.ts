import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { quickly } from "./quickly.ts";

const look = `
  await import("./server/run.ts");
  const { sharedObjects } = process.report.getReport();
  console.log(JSON.stringify([...process.moduleLoadList, ...sharedObjects]));
  process.exit();`;

/** What the process of a shop has in memory before its first request. */
async function loadedBy(options: readonly string[]): Promise<string> {
  const args = [...options, "--input-type=module", "--eval", look];
  // What whoever runs the tests has compiled already would hide what it takes.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

const notNeededYet = ["deps/undici/undici", "deps/amaro/dist/index", "libvips"];

it("a shop at rest holds no second client of HTTP, no stripper of types, no reader of pictures", async () => {
  await loadedBy(quickly); // compiles what changed since
  const loaded = await loadedBy(quickly);
  expect(notNeededYet.filter((name) => loaded.includes(name))).toEqual([]);
});

it("would hold them, were it loaded as Node does by itself", async () => {
  const loaded = await loadedBy([]);
  expect(notNeededYet.filter((name) => loaded.includes(name))).toEqual(notNeededYet.slice(0, 2));
});
