// Row 57: after every kind of change, two programs answer at every cached address what one says that
// keeps nothing.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { onEnd } from "#tests/on-end.ts";
import { pick } from "#tests/random.ts";
import { listAddresses, listCallAddresses } from "#tests/stale/addresses.ts";
import { allChanges, changesOfMany } from "#tests/stale/changes.ts";
import { compareAfter } from "#tests/stale/compare.ts";
import { openTwin } from "#tests/stale/twin.ts";
import { openWorld } from "#tests/stale/world.ts";
import { beyondNpmTest, control, full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";

const followsWithinMs = 1_500;

/** That are hidden, deleted and restored at once, and that fit one car. */
const many = full ? 1_000 : 20;
/** What is another answer by then stays so. */
const settlesMs = 2_500;
/** Lines of one file that take the last pieces. */
const manyLines = full ? 10_000 : 50;

async function open(faults: readonly string[] = []) {
  const world = await openWorld();
  onEnd(() => world.shop.stop());
  const twin = await openTwin(world.shop, world.shop.url);
  onEnd(() => twin.close());
  const options = {
    databaseUrl: world.shop.databaseUrl,
    faults,
    env: { ORIGIN: world.shop.url, RATE_LIMIT_FACTOR: "1000000" },
  };
  const programs = await Promise.all([startShop(options), startShop(options)]);
  const settle = () => sleep(full ? settlesMs : followsWithinMs);
  return { world, twin, urls: programs.map(({ url }) => url), settle };
}

beyondNpmTest("answers follow every kind of change", async () => {
  const opened = await open();
  const changes = [...allChanges, ...changesOfMany(many, manyLines)];
  const some = full ? changes : changes.filter(() => pick([true, false, false, false]));
  const addresses = listAddresses(opened.world);
  const found = await compareAfter(opened, some, addresses);
  report({
    check: "cached answers after each kind of change",
    target: `0 stale, each within ${followsWithinMs} ms`,
    figure: `${addresses.length} addresses of 2 programs, ${some.length} changes, ${found.comparisons} comparisons, ${found.changed} answers changed, the last of them after ${Math.round(found.slowestMs)} ms`,
    faults: [...found.failed, ...found.stale],
    pass: found.slowestMs <= followsWithinMs,
  });
});

control("it finds every call that names nothing of what it follows", async () => {
  const opened = await open(["followNothing"]);
  const ofCalls = listCallAddresses(opened.world);
  const addresses = ofCalls.flatMap(([, paths]) => paths);
  const { stale } = await compareAfter(opened, allChanges, addresses);
  const isFound = (path: string) => stale.some((one) => one.endsWith(`: ${path}`));
  const unfound = ofCalls.filter(([, paths]) => !paths.some(isFound)).map(([call]) => call);
  // A part alone has its own tag.
  expect(unfound).toEqual(["parts.one"]);
});
