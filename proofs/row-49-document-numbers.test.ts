// Row 49: sixteen people pay and cancel while the shop is killed; numbers of documents have no gaps.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { random } from "#tests/random.ts";
import { cancelPaid, openCustomers, payAndReport, whileBuying } from "./customers.ts";
import { addPart, dropLetters } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { control, full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const atOnce = 16;
const kills = full ? Number(process.env.KILLS ?? 60) : 4;
/** What the kills kept from being issued follows when the lease of a killed job has ended. */
const withinMs = full ? 900_000 : 120_000;
/** Payments are looked for every five seconds; all requests are answered in between. */
const servesMs = { least: 3_000, most: 8_000 };

async function open(faults: readonly string[] = []) {
  const env = { WORKERS: "2", RATE_LIMIT_FACTOR: "1000", RESERVATION_FACTOR: "1000" };
  const shop = await startShop({ faults, env, expectedComplaints: /./ });
  await dropLetters(shop);
  // The first number of a series is not taken from there.
  if (faults.length > 0)
    await shop.database.query(
      "create sequence numbers_inv start 2; create sequence numbers_crn start 2",
    );
  const part = await addPart(shop);
  return { shop, customers: await openCustomers(shop, Array(atOnce).fill(part)) };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function killWhileTheyPay({ shop, customers }: Opened, count: number) {
  const killing = async () => {
    for (let killed = 0; killed < count; killed++) {
      await sleep(servesMs.least + (servesMs.most - servesMs.least) * random());
      await shop.kill();
      await shop.start();
    }
  };
  await whileBuying(customers, killing, { from: [payAndReport, payAndReport, cancelPaid] });
}

type Wrong = { wrong: string };

async function findGaps({ database }: Shop): Promise<string[]> {
  const rows = await database.query<Wrong>(`
    select c.series || '-' || c.year || ' is at ' || c.last || ' with ' || count(d.id)
      || ' documents up to ' || max(d.number) as wrong
    from document_counters c left join documents d on d.series = c.series and d.year = c.year
    group by c.series, c.year, c.last
    having count(d.id) <> c.last or count(distinct d.number) <> c.last or max(d.number) <> c.last`);
  return rows.map(({ wrong }) => wrong);
}

/** By the payments and refunds themselves. */
async function findMissing({ database }: Shop): Promise<string[]> {
  const rows = await database.query<Wrong>(`
    select 'order ' || o.id || ' has ' || count(d.id) || ' invoices over '
      || coalesce(sum(d.total_cents), 0) as wrong
    from orders o left join documents d on d.order_id = o.id and d.series = 'INV'
    where o.transaction_id is not null group by o.id
    having count(d.id) <> 1 or sum(d.total_cents) <> o.total_cents
    union all
    select 'refund ' || r.id || ' has ' || count(d.id) || ' credit notes over '
      || coalesce(sum(d.total_cents), 0)
    from refunds r left join documents d on d.refund_id = r.id
    where r.status = 'succeeded' group by r.id
    having count(d.id) <> 1 or sum(d.total_cents) <> r.amount_cents`);
  return rows.map(({ wrong }) => wrong);
}

describe("row 49: numbers of documents", () => {
  it("have no gaps and none twice, and each payment and refund has its document", async () => {
    const opened = await open();
    const { shop, customers } = opened;
    await killWhileTheyPay(opened, kills);
    const findOthers = async () => [...(await findMissing(shop)), ...(await findGaps(shop))];
    const { wrong, tookMs } = await waitUntilReconciled(shop, { withinMs, findOthers });
    const [{ count } = { count: 0 }] = await shop.database.query<{ count: number }>(
      "select count(*)::int as count from documents",
    );
    report({
      check: "numbers of invoices and credit notes under 16 parallel payments with kill -9",
      target: "no gap, no number twice, a document for each payment and refund",
      figure: `${kills} kills, ${count} documents, ${customers[0].cutOff.length} requests cut off, complete after ${(tookMs / 1_000).toFixed(1)} s`,
      faults: wrong,
    });
    expect(count).toBeGreaterThan(atOnce);
  });

  control("finds numbers from a sequence, which a rollback does not give back", async () => {
    const opened = await open(["numbersFromSequence"]);
    // The moment of a kill is random: once may miss what ten times cannot.
    let gaps: string[] = [];
    for (let round = 0; round < 10 && gaps.length === 0; round++) {
      await killWhileTheyPay(opened, 1);
      gaps = await findGaps(opened.shop);
    }
    expect(gaps).toContainEqual(
      expect.stringMatching(/^(INV|CRN)-\d+ is at \d+ with \d+ documents/),
    );
  });
});
