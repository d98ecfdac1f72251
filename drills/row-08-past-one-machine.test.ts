// Past one machine: two shops, as programs of their own, on a primary with a replica that follows by
// streaming. One shop is killed while people buy, then the replica. Nothing that anybody was told is
// lost, and at no time does anybody see, or order by, a stock that was true a moment ago.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/store.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { orderRequest, placeOrder } from "#tests/orders.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import {
  pauseReplay,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "#tests/replicated-postgres.ts";
import { type Buyer, keepBuying, place, stockPart } from "./buyers.ts";
import { full, report } from "./drill.ts";
import { type Killable, openKillable, timeout, whatStaysWrong } from "./killing.ts";
import { brokenPromises } from "./promises.ts";
import { random, seed } from "./seed.ts";

const rounds = full ? Number(process.env.ROUNDS ?? 30) : 1;
/** Nobody waits in the quick size until a killed process's hold on a payment runs out. */
const told = full ? undefined : [place];
const calm = () => sleep((full ? 2_000 : 700) * (0.5 + random()));

let pair: ReplicatedPostgres;
beforeAll(async () => {
  // As people get it: what is acknowledged is on the disk.
  pair = await startReplicatedPostgres({});
}, 60_000);
afterAll(() => pair.close());

type Way = Pick<Parameters<typeof openKillable>[0] & object, "knownBad" | "cards">;

async function open(way: Way = {}): Promise<Killable> {
  const env = { DATABASE_REPLICA_URL: pair.replicaUrl };
  const shop = await openKillable({ databaseUrl: pair.primaryUrl, env, ...way });
  await shop.start();
  await expect.poll(atReplica, { timeout: 20_000 }).toBeGreaterThan(0);
  return shop;
}

/** How many connections read there now. */
async function atReplica(): Promise<number> {
  const [row] = await queryRows<{ many: number }>(
    pair.replica(),
    sql`select count(*)::int as many from pg_stat_activity
    where usename = 'shop' and application_name = 'shop'`,
  );
  return row?.many ?? 0;
}

/** All buy the same, half of them at each machine. */
async function buyersAt(shops: Killable[], many: number): Promise<Buyer[]> {
  const [first] = shops;
  const connection = (first as Killable).connect();
  const [promises, cut]: [Buyer["promises"], Buyer["cut"]] = [[], []];
  const part = await stockPart(connection, `Part of ${crypto.randomUUID().slice(0, 8)}`);
  await connection.close();
  const buyers: Buyer[] = [];
  for (let at = 0; at < many; at++) {
    const shop = shops[at % shops.length] as Killable;
    const person = await signUp(shop);
    buyers.push({ person, part, cards: shop.cards, promises, cut });
  }
  return buyers;
}

/** One's own order is in one's own list from the moment on at which it was acknowledged. */
async function watchOwnLists(buyers: Buyer[], isEnough: () => boolean): Promise<string[]> {
  const missing: string[] = [];
  let asked = 0;
  const watch = async ({ person, promises }: Buyer) => {
    while (!isEnough()) {
      const told = promises.filter(({ order }) => order.email === person.email).at(-1);
      const list = await person
        .get(`/api/orders?email=${person.email}&state=all`)
        .catch(() => undefined);
      if (told && list?.status === 200) {
        asked++;
        const ids = (list.body as { _id: string }[]).map(({ _id }) => _id);
        if (!ids.includes(told.order._id)) missing.push(told.order._id);
      }
      await sleep(30);
    }
  };
  await Promise.all(buyers.map(watch));
  expect(asked).toBeGreaterThan(0);
  return missing;
}

async function meanwhile(shops: [Killable, Killable], hurt: () => Promise<void>) {
  const buyers = await buyersAt(shops, 4);
  let isEnough = false;
  const buying = Promise.all(buyers.map((buyer) => keepBuying(buyer, () => isEnough, told)));
  const watching = watchOwnLists(buyers, () => isEnough);
  buying.catch(() => {});
  await Promise.race([hurt(), buying]);
  isEnough = true;
  await buying;
  const { promises = [], cut = [] } = buyers[0] ?? {};
  return { promises, cut, missing: await watching };
}

/** The replica stands still from when it has the part on, until it is let go. */
async function holdReplica(partId: string): Promise<() => Promise<unknown>> {
  const replica = pair.replica();
  const isThere = () => queryRows(replica, sql`select 1 as is from parts where id = ${partId}`);
  await expect.poll(isThere).toEqual([{ is: 1 }]);
  await pauseReplay(replica);
  return () => queryRows(replica, sql`select pg_wal_replay_resume()`);
}

/** Where there is none, nothing is to be held. */
const isGone: typeof holdReplica = async () => async () => {};

/** Three of five are ordered while the replica stands still; what each shop then says there is. */
async function orderMeanwhile(
  { connect }: Killable,
  [vera, omar]: readonly [SignedIn, SignedIn],
  hold = holdReplica,
) {
  const connection = connect();
  const wanted = { ...aPart({ minimumQuantity: 1, availablQuantity: 5 }), priceCents: 4_550 };
  const part = { ...wanted, id: await addPart(connection.db, wanted) };
  await connection.close();
  const letGo = await hold(part.id);
  try {
    await placeOrder(vera, part, { quantity: 3 });
    const late = await omar.send("POST", "/api/orders", orderRequest(omar, part, { quantity: 3 }));
    const path = `/api/purchase/${part.id}`;
    const shown = await Promise.all([vera, omar].map(async ({ get }) => (await get(path)).body));
    return {
      late: late.status,
      shown: (shown as { availablQuantity: number }[]).map((each) => each.availablQuantity),
    };
  } finally {
    await letGo();
  }
}

/** Looks at what is shown after whatever happened, and keeps what was not as it is. */
function watchStock(shop: Killable, [vera, omar]: readonly [SignedIn, SignedIn]) {
  const old: string[] = [];
  let looks = 0;
  const look = async (when: string, people: [SignedIn, SignedIn], hold = holdReplica) => {
    const { late, shown } = await orderMeanwhile(shop, people, hold);
    looks++;
    if (late !== 409) old.push(`${when}, what was not there was ordered: ${late}`);
    if (shown.some((each) => each !== 2)) old.push(`${when}, of 2 there were shown ${shown}`);
  };
  return {
    old,
    looks: () => looks,
    atBoth: (when: string) => look(when, [vera, omar]),
    atSecond: (when: string) => look(when, [omar, omar]),
    withoutReplica: (when: string) => look(when, [vera, omar], isGone),
  };
}

describe("two shops, a primary and its replica", () => {
  it("lose nothing when one shop is killed, and then the replica", { timeout }, async () => {
    const first = await open();
    const shops: [Killable, Killable] = [first, await open({ cards: first.cards })];
    const stock = watchStock(first, [await signUp(shops[0]), await signUp(shops[1])]);
    const seen = await meanwhile(shops, async () => {
      for (let round = 0; round < rounds; round++) {
        await calm();
        await stock.atBoth("under load");
        first.kill();
        await first.ended();
        await stock.atSecond("with one shop killed");
        await calm();
        await first.start();
        await stock.atBoth("with the shop back");
        await pair.killReplica();
        await stock.withoutReplica("with the replica killed");
        await calm();
        await pair.startReplica();
        await expect.poll(atReplica, { timeout: 20_000 }).toBeGreaterThan(0);
        await stock.atBoth("with the replica back");
      }
    });
    const { wrong } = await whatStaysWrong(first, (connection) =>
      brokenPromises(connection, first.cards, seen.promises),
    );
    report({
      row: 8,
      check: "two shops on a primary and a replica; one shop is killed, then the replica",
      target:
        "every acknowledged order is there, own lists and stock are never old, the ledger is equal",
      figure: `${rounds} rounds, ${seen.promises.length} orders, ${seen.cut.length} calls cut off, ${wrong.length} wrong, ${seen.missing.length} missing in own lists, ${stock.old.length} of ${stock.looks()} stocks old (seed ${seed})`,
      pass: wrong.length + seen.missing.length + stock.old.length === 0,
    });
    expect(wrong, `seed ${seed}`).toEqual([]);
    expect(seen.missing).toEqual([]);
    expect(stock.old).toEqual([]);
    expect(seen.promises.length).toBeGreaterThan(rounds);
  });

  it("negative control: without a look how far the replica has come, what is shown is old", {
    timeout,
  }, async () => {
    const shop = await open({ knownBad: new URL("./known-bad/reads-at-once.ts", import.meta.url) });
    // The order is right even so: it never goes by what lists say.
    const vera = await signUp(shop);
    expect(await orderMeanwhile(shop, [vera, vera])).toEqual({ late: 409, shown: [5, 5] });
  });
});
