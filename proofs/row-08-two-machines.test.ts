// Row 8: two shops on a primary with a replica; one shop is killed, then the replica.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { orderRequest, placeOrder } from "#tests/orders.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { random } from "#tests/random.ts";
import {
  pauseReplay,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "#tests/replicated-postgres.ts";
import { type Customer, openCustomers, place, whileBuying } from "./customers.ts";
import { findViolations } from "./find-violations.ts";
import { addPart } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { control, full, report } from "./report.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const rounds = full ? Number(process.env.ROUNDS ?? 30) : 1;
/** At the quick size nobody waits until a killed process's lease of a payment ends. */
const scenarios = full ? {} : { from: [place] };
const pause = () => sleep((full ? 2_000 : 700) * (0.5 + random()));

let pair: ReplicatedPostgres;
beforeAll(async () => {
  // As operators run it: what is acknowledged is on the disk.
  pair = await startReplicatedPostgres({});
}, 60_000);
afterAll(() => pair.close());

const onReplica = async (text: string) => (await pair.replica().execute(text)).rows;

const replicaIsRead = () =>
  vi.waitUntil(
    async () =>
      (await onReplica("select from pg_stat_activity where application_name = 'shop'")).length > 0,
    { timeout: 20_000 },
  );

async function open(options: Options = {}): Promise<Shop> {
  const env = { DATABASE_REPLICA_URL: pair.replicaUrl };
  const databaseUrl = pair.primaryUrl;
  const shop = await startShop({ databaseUrl, env, expectedComplaints: /./, ...options });
  await replicaIsRead();
  return shop;
}

async function watchOwnList({ person, acknowledged }: Customer, isOver: () => boolean) {
  const missing: string[] = [];
  let looks = 0;
  while (!isOver()) {
    const last = acknowledged.filter(({ order }) => order.email === person.email).at(-1);
    const path = `/api/orders?email=${person.email}&state=all`;
    const list = await person.get(path).catch(() => undefined);
    if (last && list?.status === 200) {
      looks++;
      const ids = (list.body as { _id: string }[]).map(({ _id }) => _id);
      if (!ids.includes(last.order._id)) missing.push(last.order._id);
    }
    await sleep(30);
  }
  expect(looks).toBeGreaterThan(0);
  return missing;
}

type Pause = (partId: string) => Promise<() => Promise<unknown>>;

/** The replica gets nothing more from when it has the part on, until it is resumed. */
const pauseReplica: Pause = async (partId) => {
  const hasPart = async () => (await onReplica(`select from parts where id = '${partId}'`)).length;
  await expect.poll(hasPart).toBe(1);
  await pauseReplay(pair.replica());
  return () => onReplica("select pg_wal_replay_resume()");
};
const noReplica: Pause = async () => async () => {};

async function orderMeanwhile(
  shop: Shop,
  [vera, omar]: readonly [SignedIn, SignedIn],
  pauseIt = pauseReplica,
) {
  const part = await addPart(shop, { availablQuantity: 5 });
  const resume = await pauseIt(part.id);
  try {
    await placeOrder(vera, part, { quantity: 3 });
    const late = await omar.send("POST", "/api/orders", orderRequest(omar, part, { quantity: 3 }));
    const shown = [vera, omar].map(async ({ get }) => {
      const { body } = await get(`/api/purchase/${part.id}`);
      return (body as { availablQuantity: number }).availablQuantity;
    });
    return { late: late.status, shown: await Promise.all(shown) };
  } finally {
    await resume();
  }
}

describe("row 8: two shops, a primary and its replica", () => {
  it("lose nothing when one shop is killed, and then the replica", async () => {
    const first = await open();
    const second = await open({ cards: first.cards });
    const [vera, omar] = [await signUp(first), await signUp(second)];
    const old: string[] = [];
    let looks = 0;
    const look = async (when: string, people: [SignedIn, SignedIn], pauseIt = pauseReplica) => {
      // Whichever shop is alive adds the part.
      const { late, shown } = await orderMeanwhile(second, people, pauseIt);
      looks++;
      if (late !== 409) old.push(`${when}, more was ordered than there was: ${late}`);
      if (shown.some((each) => each !== 2)) old.push(`${when}, of 2 there were shown ${shown}`);
    };
    const part = await addPart(first);
    const [one, two] = await openCustomers(first, [part, part]);
    const [three, four] = await openCustomers(second, [part, part]);
    if (!two || !four) throw new Error("Nobody buys");
    const { acknowledged, cutOff } = one;
    const customers = [one, two, three, four].map((each) => ({ ...each, acknowledged, cutOff }));
    let isOver = false;
    const watching = Promise.all(customers.map((each) => watchOwnList(each, () => isOver)));
    const hurt = async () => {
      for (let round = 0; round < rounds; round++) {
        await pause();
        await look("under load", [vera, omar]);
        await first.kill();
        await look("with one shop killed", [omar, omar]);
        await pause();
        await first.start();
        await look("with the shop back", [vera, omar]);
        await pair.killReplica();
        await look("with the replica killed", [vera, omar], noReplica);
        await pause();
        await pair.startReplica();
        await replicaIsRead();
        await look("with the replica back", [vera, omar]);
      }
    };
    await whileBuying(customers, hurt, scenarios).finally(() => {
      isOver = true;
    });
    const missing = (await watching).flat();
    const findOthers = () => findViolations(first, acknowledged);
    const { wrong } = await waitUntilReconciled(first, { findOthers });
    report({
      check: "two shops on a primary and a replica; one shop is killed, then the replica",
      target:
        "every acknowledged order is there, own lists and stock are never old, the accounts balance",
      figure: `${rounds} rounds, ${acknowledged.length} orders, ${cutOff.length} requests cut off, ${wrong.length} wrong, ${missing.length} missing in own lists, ${old.length} of ${looks} stocks old`,
      faults: [...wrong, ...missing, ...old],
    });
    expect(acknowledged.length).toBeGreaterThan(rounds);
  });

  control("find a shop that does not ask how far the replica has come", async () => {
    const shop = await open({ faults: ["readOldReplica"] });
    const vera = await signUp(shop);
    // The order is right even so: it never goes by what lists say.
    expect(await orderMeanwhile(shop, [vera, vera])).toEqual({ late: 409, shown: [5, 5] });
  });
});
