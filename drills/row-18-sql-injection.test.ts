// Row 18: text that would be SQL, in every place of every call. Nothing of it runs, and PostgreSQL
// has nothing to complain of: what reaches it are values, never statements.
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Call } from "#contract/call.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { everyCall } from "../proofs/calls.ts";
import { databaseComplaints } from "../proofs/database-log.ts";
import { canary, injections } from "../proofs/injections.ts";
import { placesIn } from "../proofs/places.ts";
import { ask, eachOf } from "./ask.ts";
import { full, report } from "./drill.ts";
import { fromOurPage, type Opened, openWithRightRequests } from "./right-requests.ts";
import { seed, some } from "./seed.ts";

const timeout = full ? 3_600_000 : 120_000;
const most = full ? Number.POSITIVE_INFINITY : 1;

/** A known-bad variant, when a test says so: the words of a search are glued into the statement. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/catalog/store.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    listParts: async (db, wanted) => {
      if (!known.bad || !wanted.q) return actual.listParts(db, wanted);
      await db.execute(sql.raw(`select name from parts where name ilike '%${wanted.q}%'`));
      return [];
    },
  };
});
vi.mock(import("#server/modules/identity/hash-in-thread.ts"), async () => {
  const { hashFast } = await import("#tests/hash-fast.ts");
  return { hashInThread: hashFast };
});

async function open(): Promise<Opened> {
  const opened = await openWithRightRequests();
  await opened.shop.shop.db.execute(sql`create sequence ${sql.identifier(canary)}`);
  return opened;
}

type Found = { tried: number; broken: string[] };

/** What was answered as nothing ever may be; what ran, the database itself says. */
async function tryAll({ shop, rightRequest }: Opened, calls: readonly Call[]): Promise<Found> {
  const found: Found = { tried: 0, broken: [] };
  for (const call of calls) {
    const right = fromOurPage(shop, await rightRequest(call));
    const places = placesIn(call, right);
    for (const place of full ? places : some(places, 5)) {
      // Who may not try any more is not listened to.
      await shop.shop.db.execute(sql`delete from limits`);
      await eachOf(some(injections, most), async (text) => {
        const { status } = await ask(shop.url, place.put(text));
        found.tried++;
        if (status < 500) return;
        found.broken.push(`${status} of ${call.method} ${call.path}, ${place.name}: ${text}`);
      });
    }
  }
  return found;
}

async function whatRan({ shop, databaseUrl }: OpenShop) {
  const [row] = await queryRows<{ ran: boolean }>(
    shop.db,
    sql`
    select is_called as ran from ${sql.identifier(canary)}`,
  );
  return { ran: row?.ran, complaints: await databaseComplaints(databaseUrl) };
}

/** Streams and redirects beyond the shop read nothing of what is looked for here. */
const calls = everyCall.filter(({ form, path }) => !form && path !== "/live");

describe("row 18: text that would be SQL", () => {
  it("is never more than text, wherever it is put", { timeout }, async () => {
    const opened = await open();
    const { tried, broken } = await tryAll(opened, calls);
    const { ran, complaints } = await whatRan(opened.shop);
    const pass = !ran && complaints.length + broken.length === 0;
    report({
      row: 18,
      check: "our own list, in every place of every call",
      target: "0 findings, no SQLSTATE 42xxx or 22xxx in the database's log",
      figure: `${calls.length} calls, ${tried} asked of ${injections.length} texts: ${ran ? "something ran" : "nothing ran"}, ${complaints.length} complaints of PostgreSQL, ${broken.length} answers of 500 and more`,
      pass,
    });
    expect(tried).toBeGreaterThan(calls.length * 4);
    expect({ ran, complaints, broken }, `seed ${seed}`).toEqual({
      ran: false,
      complaints: [],
      broken: [],
    });
  });

  it("would be told of where it is glued into a statement", async () => {
    known.bad = true;
    const opened = await open();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const list = calls.filter(({ path }) => path === "/parts");
    const right = fromOurPage(opened.shop, await opened.rightRequest(list[0] as Call));
    const place = placesIn(list[0] as Call, right).find(({ name }) => name === "query q");
    for (const text of injections.filter((each) => each.length <= 100)) {
      await ask(opened.shop.url, place?.put(text) ?? right);
    }
    known.bad = false;
    const { ran, complaints } = await whatRan(opened.shop);
    expect(ran).toBe(true);
    expect(complaints).toContainEqual(expect.stringMatching(/^42601 /));
  });
});
