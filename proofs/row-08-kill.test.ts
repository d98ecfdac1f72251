// Row 8: the shop is killed at random moments while people buy, pay and cancel. What anybody was
// told stays true, and the books balance by themselves.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { brokenPromises, stillRefunding } from "./broken-promises.ts";
import { type Customer, openCustomers, place, type Story, whileBuying } from "./customers.ts";
import { faults } from "./faults.ts";
import { addPart } from "./orders.ts";
import { random, seed } from "./random.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { full, report } from "./report.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const balancedWithinMs = 60_000;
/** Longer than a killed process holds the lease of a refund. */
const refundedWithinMs = 5 * 60_000;
const kills = full ? Number(process.env.KILLS ?? 300) : 2;
/** Together with the database; the others with one that goes on. */
const killsOfBoth = Math.ceil(kills / 10);

async function open(options: Options) {
  const shop = await startShop({ expectedComplaints: /./, ...options });
  const [one, other] = [await addPart(shop), await addPart(shop)];
  return { shop, customers: await openCustomers(shop, [one, one, other, other]) };
}

async function killOnce(shop: Shop, isDuringStart: boolean): Promise<void> {
  await sleep((full ? 1_500 : 700) * random());
  await shop.kill();
  if (isDuringStart) {
    shop.launch();
    await sleep(1_500 * random());
    await shop.kill();
  }
  await shop.start();
}

type Killing = { count: number; each?: number; from?: Story[]; withinMs?: number };

/** What stays wrong, and the longest that it took until nothing was; all is compared after `each`. */
async function killWhileTheyBuy(
  { shop, customers }: { shop: Shop; customers: [Customer, ...Customer[]] },
  { count, each = 25, from, withinMs = balancedWithinMs }: Killing,
) {
  const [{ acknowledged, cutOff }] = customers;
  const wrong: string[] = [];
  let longestMs = 0;
  for (let killed = 0; killed < count && wrong.length === 0; ) {
    const until = Math.min(count, killed + each);
    const work = async () => {
      for (; killed < until; killed++) await killOnce(shop, killed % 10 === 9);
    };
    await whileBuying(customers, work, from && { from });
    const findOthers = () => brokenPromises(shop, acknowledged);
    const reconciled = await waitUntilReconciled(shop, { withinMs, findOthers });
    longestMs = Math.max(longestMs, reconciled.tookMs);
    wrong.push(...reconciled.wrong);
  }
  // Nobody waits for that at the quick size.
  if (full && wrong.length === 0) {
    const findOthers = () => stillRefunding(shop);
    const options = { withinMs: refundedWithinMs, findOthers };
    wrong.push(...(await waitUntilReconciled(shop, options)).wrong);
  }
  return { wrong, acknowledged, cutOff, seconds: longestMs / 1_000 };
}

async function prove(name: string, options: Options, count: number): Promise<void> {
  const opened = await open(options);
  const { acknowledged, cutOff, wrong, seconds } = await killWhileTheyBuy(opened, { count });
  const sum = (state: string) => acknowledged.filter(({ said }) => said === state).length;
  report({
    row: 8,
    check: `kill -9 at random moments, ${name}`,
    target: "every acknowledged order is there, the books balance within 60 s",
    figure: `${count} kills, ${acknowledged.length} orders (${sum("paid")} paid, ${sum("cancelled")} cancelled), ${cutOff.length} requests cut off, ${wrong.length} wrong, balanced after ${seconds.toFixed(1)} s at most`,
    pass: wrong.length === 0,
  });
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(count);
  // Kills that cut nothing off would prove nothing.
  if (full) expect(cutOff.length).toBeGreaterThan(count / 2);
}

describe("row 8: kill -9 of the shop", () => {
  it("loses nothing while its database goes on", () =>
    prove("the database goes on", {}, kills - killsOfBoth));

  it("loses nothing together with the database that it starts itself", () =>
    prove("its own database dies too", { databaseUrl: "embedded" }, killsOfBoth));

  it("finds a shop that answers before the order is committed", async () => {
    const opened = await open({ faults: faults.answerBeforeCommit });
    // The moment of the kill is random: once may miss what ten times cannot.
    const found: string[] = [];
    for (
      let round = 0;
      round < 10 && !found.some((fault) => /was acknowledged/.test(fault));
      round++
    ) {
      found.push(
        ...(await killWhileTheyBuy(opened, { count: 1, from: [place], withinMs: 0 })).wrong,
      );
    }
    expect(found).toContainEqual(expect.stringContaining("was acknowledged"));
  });
});
