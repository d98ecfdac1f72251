import { describe, expect, it, onTestFinished } from "vitest";
import type { Call } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { type ChangeKind, changeKinds } from "#contract/tags.ts";
import { loseTag } from "#tests/builders/event.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { listAddresses, listCallAddresses } from "./addresses.ts";
import { allChanges, type Change } from "./changes.ts";
import { compareAfter } from "./compare.ts";
import { openTwin } from "./twin.ts";
import { openWorld } from "./world.ts";

const open = share(
  async () => {
    const world = await openWorld();
    const env = { ORIGIN: world.shop.url };
    const reader = await startShop({ databaseUrl: world.shop.databaseUrl, env });
    const twin = await openTwin(world.shop, world.shop.url);
    const settle = () => reader.shop.events.catchUp();
    return { world, reader, twin, urls: [reader.url], settle };
  },
  async ({ world, reader, twin }) => {
    await twin.close();
    await reader.stop();
    await world.shop.stop();
  },
);

/** `proofs/row-57-stale-answers.test.ts` makes all changes, and reads all addresses after each. */
const sampled = new Set([
  "name of a part",
  "price of a part",
  "hidden of a part",
  "hidden of a part as before",
  "attributes of a part",
  "the last pieces of a part go",
  "the last pieces of a part go, and back",
  "rename a later kit",
  "a part type is renamed",
  "a part fits a car",
  "write a review",
  "save the terms",
  "the company has another telephone",
]);

const sampledPages = ["/", "/shop/brake-discs?stock=1", "/terms", "/contact", "/sitemap.xml"];

const makes =
  (kind: ChangeKind) =>
  ({ kind: made }: Change) =>
    made === kind;

it.each(changeKinds)("changes of the kind %s are compared", (kind) => {
  expect(allChanges.some(makes(kind))).toBe(true);
});

describe("what another process keeps", () => {
  it("is what a process says that keeps nothing, after a change of each kind", async () => {
    const opened = await open();
    const changes = allChanges.filter(({ name }) => sampled.has(name));
    expect(changes).toHaveLength(sampled.size);
    const ofCalls = listCallAddresses(opened.world).flatMap(([, paths]) => paths.slice(0, 2));
    const addresses = [...ofCalls, ...sampledPages, opened.world.paths.oldKit];
    expect(listAddresses(opened.world)).toEqual(expect.arrayContaining(addresses));
    const { changed, failed, stale } = await compareAfter(opened, changes, addresses);
    expect({ failed, stale }).toEqual({ failed: [], stale: [] });
    expect(changed).toBeGreaterThan(changes.length);
  });

  const stockOfOne = allChanges.filter(({ name }) =>
    name.startsWith("the last pieces of a part go"),
  );
  const list = "/api/catalogue?type=brake-discs&stock=1";
  const neverBack = [`the last pieces of a part go, and back: ${list}`];

  it("would not be, if an event came without its kind", async () => {
    const opened = await open();
    onTestFinished(await loseTag(opened.world.shop.shop.db, "part-stock"));
    const { stale } = await compareAfter(opened, stockOfOne, [list]);
    expect(stale).toEqual(neverBack);
  });

  it("would not be, if a call did not name what it follows", async () => {
    const opened = await open();
    const call: Call = calls.search.catalogue;
    const cached = calls.search.catalogue.cached;
    call.cached = { ...cached, follows: [] };
    onTestFinished(() => {
      call.cached = cached;
    });
    const { stale } = await compareAfter(opened, stockOfOne, [list]);
    expect(stale).toEqual(neverBack);
  });
});
