// Row 32: PostgreSQL is killed, loses back ends and refuses writes; nothing is lost or done twice.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { random, seed } from "#tests/random.ts";
import { isAlive } from "#tests/start-program.ts";
import { type Customer, openCustomers, place, type Scenario, whileBuying } from "./customers.ts";
import { findViolations } from "./find-violations.ts";
import { addPart } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { type RecordedShop, recordWrongResponses } from "./record-responses.ts";
import { full, report } from "./report.ts";
import { sendJson } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const kills = full ? Number(process.env.KILLS ?? 100) : 1;
const backEnds = full ? Number(process.env.BACK_ENDS ?? 1_000) : 10;
const forcedOrders = full ? Number(process.env.FORCED ?? 1_000) : 20;
const servesWithinMs = 5_000;
/** Written to by orders and payments. */
const tables = ["orders", "payments", "refunds", "parts"];

type Running = { shop: Shop; recorded: RecordedShop; customers: [Customer, ...Customer[]] };

async function open(options: Options = {}): Promise<Running> {
  const embedded = { databaseUrl: "embedded", expectedComplaints: /./ };
  const shop = await startShop({ ...embedded, ...options });
  const recorded = recordWrongResponses(shop);
  const [one, other] = [await addPart(shop), await addPart(shop)];
  const buyers = { ...recorded, cards: shop.cards };
  const customers = await openCustomers(buyers, [one, one, other, other]);
  return { shop, recorded, customers };
}

const acknowledgedBy = ({ customers }: Running) => customers[0].acknowledged;

async function disturb(
  running: Running,
  work: () => Promise<void>,
  { from, withinMs }: { from?: Scenario[]; withinMs?: number } = {},
): Promise<string[]> {
  const { shop, customers, recorded } = running;
  await whileBuying(customers, work, from && { from });
  const { wrong } = await waitUntilReconciled(shop, {
    ...(withinMs && { withinMs }),
    findOthers: () => findViolations(shop, acknowledgedBy(running)),
  });
  return [...wrong, ...recorded.wrongResponses];
}

async function killPostgres({ shop, customers }: Running): Promise<number> {
  const lockFile = join(shop.dataDir, "postgres", "postmaster.pid");
  const postmaster = Number.parseInt(readFileSync(lockFile, "utf8"), 10);
  process.kill(postmaster, "SIGKILL");
  const killed = performance.now();
  await expect.poll(() => isAlive(postmaster), { interval: 5 }).toBe(false);
  const { person } = customers[0];
  const path = `/api/orders?email=${person.email}&limit=1`;
  const look = async () =>
    (await sendJson(shop.url, "GET", path, { headers: cookieOf(person) })).status;
  await expect.poll(look, { timeout: 60_000, interval: 20 }).toBe(200);
  return performance.now() - killed;
}

async function terminateBackEnds({ shop }: Running, count: number): Promise<void> {
  for (let terminated = 0; terminated < count; ) {
    const [row] = await shop.database.query<{ done: boolean }>(
      `select pg_terminate_backend(pid) as done from pg_stat_activity
      where usename = current_user and datname = current_database()
        and pid <> pg_backend_pid()
      order by hashint8(pid + $1::bigint) limit 1`,
      [Math.floor(random() * 1e6)],
    );
    if (row?.done) terminated++;
    await sleep(20 * random());
  }
}

async function refuseAFifth(running: Running, count: number): Promise<number> {
  const { query } = running.shop.database;
  await query(`
    create sequence proof_turns;
    create sequence proof_refused;
    create function proof_refuse() returns trigger language plpgsql as $$
      declare turn bigint := abs(hashint8extended(nextval('proof_turns'), ${seed}) % 1000);
      begin
        if turn < 200 then
          perform nextval('proof_refused');
          raise exception 'forced by a proof'
            using errcode = case when turn < 100 then '40001' else '40P01' end;
        end if;
        return null;
      end $$`);
  for (const table of tables) {
    await query(`create trigger proof_refuses before insert or update on ${table}
      for each statement execute function proof_refuse()`);
  }
  const before = acknowledgedBy(running).length;
  await expect
    .poll(() => acknowledgedBy(running).length, { timeout: full ? 1_800_000 : 60_000 })
    .toBeGreaterThan(before + count);
  for (const table of tables) await query(`drop trigger proof_refuses on ${table}`);
  const [row] = await query<{ refused: string }>("select last_value as refused from proof_refused");
  return Number(row?.refused);
}

function reportPart(check: string, figure: string, running: Running, wrong: string[], pass = true) {
  report({
    check,
    target: "0 acknowledged orders lost, only 503 with Retry-After, no duplicate effects",
    figure: `${figure}, ${acknowledgedBy(running).length} orders so far, ${running.recorded.deferred()} answered 503`,
    faults: wrong,
    pass,
  });
}

describe("row 32: PostgreSQL", () => {
  it("may be killed, lose back ends and refuse: nothing is lost or done twice", async () => {
    const running = await open();
    const buying = full ? {} : { from: [place] };
    const times: number[] = [];
    const killed = await disturb(
      running,
      async () => {
        while (times.length < kills) {
          await sleep((full ? 1_500 : 500) * random());
          times.push(await killPostgres(running));
        }
        await expect.poll(() => acknowledgedBy(running).length).toBeGreaterThan(kills);
      },
      buying,
    );
    const slowest = Math.max(...times);
    const [median, most] = [quantile(times, 0.5), slowest].map((ms) => (ms / 1_000).toFixed(1));
    const figure = `${kills} kills, serving again after ${median} s at the median, ${most} s at most`;
    reportPart("kill -9 of PostgreSQL", figure, running, killed, slowest < servesWithinMs);

    const terminated = await disturb(running, () => terminateBackEnds(running, backEnds), buying);
    reportPart("terminated back ends", `${backEnds} terminated`, running, terminated);

    let refused = 0;
    const forced = await disturb(
      running,
      async () => {
        refused = await refuseAFifth(running, forcedOrders);
      },
      buying,
    );
    reportPart("40001 and 40P01 at 20 %", `${refused} statements refused`, running, forced);
    expect(refused).toBeGreaterThan(0);
  });

  it("negative control: a shop that answers before the order is committed loses some", async () => {
    const running = await open({ faults: ["answerBeforeCommit"] });
    const isLost = (fault: string) => fault.includes("was acknowledged");
    // A kill may come when no order is under way.
    const found: string[] = [];
    for (let round = 0; round < 10 && !found.some(isLost); round++) {
      const before = acknowledgedBy(running).length;
      const kill = async () => {
        await expect
          .poll(() => acknowledgedBy(running).length, { interval: 5 })
          .toBeGreaterThan(before + 2);
        await killPostgres(running);
      };
      found.push(...(await disturb(running, kill, { from: [place], withinMs: 2_000 })));
    }
    expect(found.some(isLost)).toBe(true);
  });
});
