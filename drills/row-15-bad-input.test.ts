// Row 15: bad input, made by the thousand, to every call, by people who may make it. Whatever it is,
// the answer is an honest one, what was refused has written nothing, and PostgreSQL has nothing to
// complain of.
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { Call } from "#contract/call.ts";
import { refuse } from "#contract/refusals.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { everyCall } from "../proofs/calls.ts";
import { databaseComplaints } from "../proofs/database-log.ts";
import { type Asked, ask, eachOf } from "./ask.ts";
import { badRequest } from "./bad-requests.ts";
import { full, report } from "./drill.ts";
import { quantile } from "./measure.ts";
import { fromOurPage, type Opened, openWithRightRequests } from "./right-requests.ts";
import { seed } from "./seed.ts";
import { snapshot } from "./snapshot.ts";

const many = full ? Number(process.env.EACH ?? 5_000) : 6;
/** So few that what is measured is the answer, not the queue before it. */
const atOnce = 4;
/** Each success of these ends all other sessions, so they are made one after the other. */
const endsSessions = /sign-out-everywhere|reset|password/;
const slowest = 250;

/** A known-bad variant, when a test says so: it stores first and looks then. */
const known = vi.hoisted(() => ({ hasty: false }));
vi.mock(import("#server/modules/reviews/write-review.ts"), async (original) => {
  const actual = await original();
  const { addReview } = await import("#server/modules/reviews/store.ts");
  return {
    writeReview: async (db, person, review) => {
      if (!known.hasty) return actual.writeReview(db, person, review);
      await addReview(db, { ...review, name: "x", id: newId(), userId: person._id });
      return refuse("invalid", "That was stored before it was looked at.") as never;
    },
  };
});

type Seen = { name: string; asked: number; refused: number; faults: string[]; times: number[] };

/** Not for what was sent, but for who sent it or when: another time it may be taken. */
const forNow = [401, 429, 503];

async function trouble(opened: Opened, call: Call, often = many): Promise<Seen> {
  const { shop, rightRequest } = opened;
  const name = `${call.method} ${call.path}`;
  const seen: Seen = { name, asked: 0, refused: 0, faults: [], times: [] };
  const refused: Asked[] = [];
  let right = fromOurPage(shop, await rightRequest(call));
  const before = await snapshot(shop);
  let accepted = 0;
  await each(call, Array.from({ length: often }), async () => {
    const bad = badRequest(call, right);
    const began = performance.now();
    const { status, text } = await ask(shop.url, bad);
    seen.times.push(performance.now() - began);
    seen.asked++;
    if (status >= 500) seen.faults.push(`${status} of ${name}: ${say(bad)} answers ${text}`);
    if (status >= 400 && !forNow.includes(status)) refused.push(bad);
    if (status >= 400 || call.method === "GET") return;
    accepted++;
    // What was good enough may have used up what a right request needs.
    right = fromOurPage(shop, await rightRequest(call));
  });
  seen.refused = refused.length;
  let changed =
    accepted === 0 ? await changedSince(opened, before) : await again(opened, call, refused);
  // What the shop does by itself each minute may fall into this once, but not twice.
  if (changed.length > 0) {
    const twice = await again(opened, call, refused);
    changed = changed.filter((table) => twice.includes(table));
  }
  if (changed.length > 0) seen.faults.push(`${name} refused and wrote: ${changed.join(", ")}`);
  return seen;
}

/** Where some were taken, only those that were refused are sent once more, with nothing between. */
async function again(opened: Opened, call: Call, refused: Asked[]): Promise<string[]> {
  const { shop, rightRequest } = opened;
  const { cookie } = fromOurPage(shop, await rightRequest(call)).headers;
  await shop.shop.db.execute(sql`delete from limits`);
  const before = await snapshot(shop);
  const taken: string[] = [];
  await each(call, refused, async (bad) => {
    // The session in which it was sent at first may have ended since.
    const isSpoilt = !/^\w+=[\w-]+$/.test(String(bad.headers?.cookie));
    const now = isSpoilt ? bad : { ...bad, headers: { ...bad.headers, cookie } };
    const { status } = await ask(shop.url, now);
    if (status < 400) taken.push(`${say(bad)}, which was taken the second time`);
  });
  return [...taken, ...(await changedSince(opened, before))];
}

const each = <Item>({ path }: Call, items: Item[], work: (item: Item) => Promise<void>) =>
  eachOf(items, work, endsSessions.test(path) ? 1 : atOnce);

async function changedSince({ shop }: Opened, before: Record<string, string>): Promise<string[]> {
  const after = await snapshot(shop);
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

function say({ method, path, headers, body }: Asked): string {
  const type = headers?.["content-type"] ?? "no type";
  return `${method} ${path.slice(0, 300)} (${type}) ${JSON.stringify(String(body ?? "").slice(0, 300))}`;
}

const callsIn = (path: string) => everyCall.filter((call) => call.path === path);

describe("row 15: bad input", () => {
  it("is answered honestly by every call, and writes nothing", { timeout: 3_600_000 }, async () => {
    const opened = await openWithRightRequests();
    const all: Seen[] = [];
    for (const call of everyCall) all.push(await trouble(opened, call));
    const faults = all.flatMap((seen) => seen.faults);
    const times = all.flatMap((seen) => seen.times);
    const sum = (of: "asked" | "refused") => all.reduce((total, seen) => total + seen[of], 0);
    const complaints = await databaseComplaints(opened.shop.databaseUrl);
    const p99 = quantile(times, 0.99);
    const slow = all
      .map((seen) => [seen.name, quantile(seen.times, 0.99)] as const)
      .sort(([, one], [, other]) => other - one)
      .slice(0, 5)
      .map(([name, time]) => `${name} ${time.toFixed(0)}`);
    report({
      row: 15,
      check: "generated bad input to every call",
      target:
        "no 5xx, no partial write, no SQLSTATE 42xxx or 22xxx in the database's log, p99 under 250 ms",
      figure: `${everyCall.length} calls, ${sum("asked")} asked, ${sum("refused")} refused for what they were, ${faults.length} faults, ${complaints.length} complaints of PostgreSQL, p99 ${p99.toFixed(1)} ms (slowest: ${slow.join(", ")})`,
      pass: faults.length + complaints.length === 0 && p99 < slowest,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
    expect(complaints, `seed ${seed}`).toEqual([]);
    expect(sum("refused")).toBeGreaterThan(sum("asked") / 4);
    if (full) expect(p99).toBeLessThan(slowest);
  });

  it("would be told of where nothing is looked at", async () => {
    expectWarning(/./);
    const strict = everyCall.map((call) => [call, call.body, call.params] as const);
    const anything = (names: object) =>
      Object.fromEntries(Object.keys(names).map((name) => [name, z.any()]));
    for (const [call, body, params] of strict) {
      if (body) call.body = z.any();
      if (params) call.params = anything(params);
    }
    try {
      const opened = await openWithRightRequests();
      const [call] = callsIn("/purchase/:id");
      const { faults } = await trouble(opened, call as Call, 500);
      expect(faults).toContainEqual(expect.stringMatching(/^500 of GET/));
      // PostgreSQL was the first who looked.
      const complaints = await databaseComplaints(opened.shop.databaseUrl);
      expect(complaints).not.toEqual([]);
    } finally {
      for (const [call, body, params] of strict) {
        if (body) call.body = body;
        if (params) call.params = params;
      }
    }
  });

  it("would be told of where something is stored before it is looked at", async () => {
    const opened = await openWithRightRequests();
    known.hasty = true;
    const [, call] = callsIn("/reviews");
    const { faults } = await trouble(opened, call as Call, 100).finally(() => {
      known.hasty = false;
    });
    expect(faults).toContainEqual("POST /reviews refused and wrote: reviews");
  });
});
