// Row 8: the shop is killed while people buy, pay and cancel; what was acknowledged stays true.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { random } from "#tests/random.ts";
import {
  type Acknowledged,
  openCustomers,
  payAndReport,
  place,
  type Scenario,
  whileBuying,
} from "./customers.ts";
import { findUnfinishedRefunds, findViolations } from "./find-violations.ts";
import { addPart } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { beyondNpmTest, control, full, report } from "./report.ts";
import { type Options, startShop } from "./start-shop.ts";

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

async function killOnce({ shop, customers: [{ open }] }: Opened, isDuringStart: boolean) {
  await sleep((full ? 1_500 : 700) * random());
  // A kill between two requests would prove nothing.
  await expect.poll(() => open.size, { interval: 1 }).toBeGreaterThan(0);
  await shop.kill();
  if (isDuringStart) {
    shop.launch();
    await sleep(1_500 * random());
    await shop.kill();
  }
  await shop.start();
}

type Opened = Awaited<ReturnType<typeof open>>;
type Killing = { count: number; each?: number; from?: Scenario[]; withinMs?: number };

/** What stays wrong, and the longest that it took until nothing was; all is compared after `each`. */
async function killWhileTheyBuy(
  opened: Opened,
  { count, each = 25, from, withinMs = balancedWithinMs }: Killing,
) {
  const { shop, customers } = opened;
  const [{ acknowledged, cutOff }] = customers;
  const wrong: string[] = [];
  let longestMs = 0;
  for (let killed = 0; killed < count && wrong.length === 0; ) {
    const until = Math.min(count, killed + each);
    const work = async () => {
      for (; killed < until; killed++) await killOnce(opened, killed % 10 === 9);
    };
    await whileBuying(customers, work, from && { from });
    const findOthers = () => findViolations(shop, acknowledged);
    const reconciled = await waitUntilReconciled(shop, { withinMs, findOthers });
    longestMs = Math.max(longestMs, reconciled.tookMs);
    wrong.push(...reconciled.wrong);
  }
  // Nobody waits for that at the quick size.
  if (full && wrong.length === 0) {
    const findOthers = () => findUnfinishedRefunds(shop);
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
    check: `kill -9 at random moments, ${name}`,
    target: "every acknowledged order is there, the accounts balance within 60 s",
    figure: `${count} kills, ${acknowledged.length} orders (${sum("paid")} paid, ${sum("cancelled")} cancelled), ${cutOff.length} requests cut off, balanced after ${seconds.toFixed(1)} s at most`,
    faults: wrong,
  });
  expect(acknowledged.length).toBeGreaterThan(count);
  // Kills that cut nothing off would prove nothing.
  expect(cutOff.length).toBeGreaterThan(full ? count / 2 : 0);
  await expectChecksToFail(opened);
}

/** Breaks one promise after the other in the database: each must be found. */
async function expectChecksToFail({ shop, customers: [customer] }: Opened): Promise<void> {
  const [placed, paid] = [await place(customer), await payAndReport(customer)];
  const change = (values: string, { order }: Acknowledged) =>
    `update orders set ${values} where id = '${order._id}'`;
  const violations: [sql: string, found: string][] = [
    [change("request_key = uuidv7()", placed), "is another order"],
    [
      `delete from order_lines where order_id = '${placed.order._id}';
       delete from orders where id = '${placed.order._id}'`,
      "is not there",
    ],
    [change("transaction_id = 'pi_another'", paid), "was paid by"],
    [
      change("state = 'unpaid', payment_state = 'unpaid', transaction_id = null", paid),
      "was paid, but is unpaid",
    ],
    [change("paid_at = null", paid), "was kept, not 0"],
    ["update parts set availabl_quantity = 0", "is not"],
  ];
  for (const [sql, found] of violations) {
    await shop.database.query(sql);
    const broken = await findViolations(shop, customer.acknowledged);
    expect(broken).toContainEqual(expect.stringContaining(found));
  }
}

describe("row 8: kill -9 of the shop", () => {
  it("loses nothing while its database goes on", () =>
    prove("the database goes on", {}, kills - killsOfBoth));

  beyondNpmTest("loses nothing together with the database that it starts itself", () =>
    prove("its own database dies too", { databaseUrl: "embedded" }, killsOfBoth),
  );

  control("finds a shop that answers before the order is committed", async () => {
    const opened = await open({ faults: ["answerBeforeCommit"] });
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
