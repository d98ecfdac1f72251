// Row 36: new versions are deployed under load, one with a migration, and no request fails.
import { mkdtemp, readFile, realpath, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { findProcessTree, isAlive } from "#tests/start-program.ts";
import { cancelPaid, openCustomers, payAndReport, place, whileBuying } from "./customers.ts";
import { findViolations } from "./find-violations.ts";
import { keepListening } from "./listen.ts";
import { addPart } from "./orders.ts";
import { plantFaults } from "./plant-faults.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { recordFailures } from "./record-responses.ts";
import { full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const migrations = "server/platform/database/migrations";
/** The link's address in the unit. */
const linkInUnit = "/opt/partwright";

async function installRelease(): Promise<string> {
  const link = join(await mkdtemp(join(tmpdir(), "shop releases ")), "current");
  await activate(link, await plantFaults([]));
  return link;
}

async function unitCommand(link: string): Promise<string[]> {
  const unit = await readFile("deploy/partwright@.service", "utf8");
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  return command.split(" ").map((word) => word.replace(linkInUnit, link));
}

/** In one step: there is no moment without a version. */
async function activate(link: string, folder: string): Promise<void> {
  await symlink(folder, `${link} next`);
  await rename(`${link} next`, link);
}

async function releaseWithMigration(): Promise<string> {
  const folder = await plantFaults([]);
  const journal = join(folder, migrations, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
  const last = entries.at(-1);
  const tag = "9999_of_the_proof";
  await writeFile(
    join(folder, migrations, `${tag}.sql`),
    `CREATE TABLE "of_the_proof" ("id" uuid PRIMARY KEY);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "of_the_proof" text;`,
  );
  const next = { ...last, idx: last.idx + 1, when: last.when + 1_000, tag };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  return folder;
}

async function brokenRelease(): Promise<string> {
  const folder = await plantFaults([]);
  await writeFile(
    join(folder, "server/main.ts"),
    "throw new Error('This version does not start');",
  );
  return folder;
}

const deploys = full ? Number(process.env.DEPLOYS ?? 20) : 1;
const drainedWithinSeconds = 10;
const customerCount = full ? 4 : 2;
/** A quick run leaves some of the machine to others. */
const pauseMs = full ? 0 : 30;

async function useWhile(shop: Shop, work: () => Promise<void>, timeoutMs = 10_000) {
  const recorded = recordFailures(shop, timeoutMs);
  const part = await addPart(shop);
  const customers = await openCustomers(
    { ...recorded, cards: shop.cards },
    Array(customerCount).fill(part),
  );
  const { acknowledged } = customers[0];
  let [isOver, streams] = [false, 0];
  const over = () => isOver;
  const listening = [1, 2].map(() => keepListening(shop, over, { onStream: () => streams++ }));
  const browsing = (async () => {
    while (!isOver) {
      for (const path of ["/", "/api/parts"]) await recorded.request(path).catch(() => {});
      await sleep(pauseMs);
    }
  })();
  const ordered = (more: number) =>
    expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(more);
  const buyAround = async () => {
    await ordered(5);
    await work();
    await ordered(acknowledged.length + 5);
  };
  const from = [place, place, payAndReport, cancelPaid];
  await whileBuying(customers, buyAround, { from, pauseMs }).finally(() => {
    isOver = true;
  });
  await Promise.all([...listening, browsing]);
  const { failed, answers } = recorded;
  return { failed, acknowledged, streams, answers: answers() };
}

const wrongAfter = async (shop: Shop, { acknowledged }: Awaited<ReturnType<typeof useWhile>>) => {
  const findOthers = () => findViolations(shop, acknowledged);
  return (await waitUntilReconciled(shop, { findOthers })).wrong;
};

const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** As `systemctl reload` does, until the shop says that it is done. */
async function deploy(shop: Shop): Promise<void> {
  const done = /Deployed: |Not deployed, /g;
  const before = countOf(shop.printed(), done);
  process.kill(shop.program().pid, "SIGUSR2");
  await expect.poll(() => countOf(shop.printed(), done), { timeout: 300_000 }).toBe(before + 1);
}

async function workersOf(shop: Shop): Promise<number[]> {
  const tree = await findProcessTree(shop.program().pid);
  return tree.slice(1).filter((pid) => shop.printed().includes(`Process ${pid} took over`));
}

describe("row 36: new versions under load", { timeout: full ? 3_600_000 : 300_000 }, () => {
  it("fail no request, and what leaves is gone in time", async () => {
    const link = await installRelease();
    const command = await unitCommand(link);
    const env = { WORKERS: "2" };
    const shop = await startShop({ command, folder: link, env, expectedComplaints: /./ });
    const migrating = Math.ceil(deploys / 2);
    const seen = await useWhile(shop, async () => {
      for (let at = 1; at <= deploys; at++) {
        const before = await workersOf(shop);
        const next = at === migrating ? releaseWithMigration() : plantFaults([]);
        await activate(link, await next);
        await deploy(shop);
        expect(before.filter(isAlive)).toEqual([]);
      }
    });
    const { failed, acknowledged, streams, answers } = seen;
    const drains = [...shop.printed().matchAll(/took over; .* in ([\d.]+) s/g)];
    const longest = Math.max(...drains.map(([, seconds]) => Number(seconds)));
    const wrong = await wrongAfter(shop, seen);
    const paid = acknowledged.filter(({ said }) => said !== "placed").length;
    report({
      check: "SIGTERM and a new process under load, one deploy with a migration",
      target: `0 failed requests, drained within ${drainedWithinSeconds} s, the account balances`,
      figure: `${deploys} deploys, ${drains.length} processes replaced, ${answers} answers, ${acknowledged.length} orders, ${paid} of them paid, ${streams} streams, drained in ${longest} s at most`,
      faults: [...failed, ...wrong],
      pass: longest < drainedWithinSeconds,
    });
    expect(paid).toBeGreaterThan(0);
    expect(drains).toHaveLength(2 * deploys);
    expect(streams).toBeGreaterThan(2);
    const rows = await shop.database.query<{ id: string; of_the_proof: null }>(
      "select id, of_the_proof from orders",
    );
    const ids = (all: { id: string }[]) => new Set(all.map(({ id }) => id));
    expect(ids(rows)).toEqual(ids(acknowledged.map(({ order }) => ({ id: order._id }))));

    const good = await realpath(link);
    await activate(link, await brokenRelease());
    const undeployed = await useWhile(shop, () => deploy(shop));
    await activate(link, good);
    expect(undeployed.failed).toEqual([]);
    expect(await wrongAfter(shop, undeployed)).toEqual([]);
    expect(shop.printed()).toContain("Not deployed, ");

    // Negative control: killed processes break off what they do.
    const kill = async () => {
      for (const pid of await workersOf(shop)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
    };
    const killed = await useWhile(shop, kill, 2_000);
    expect(killed.failed).not.toEqual([]);
    expect(await shop.stop()).toBe(0);
  });
});
