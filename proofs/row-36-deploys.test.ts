// Row 36: new versions are deployed under load, one with a migration, and no request fails.
import { readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive } from "#tests/start-program.ts";
import {
  activate,
  deploy,
  installRelease,
  unitCommand,
  useWhile,
  workersOf,
  wrongAfter,
} from "./deploys.ts";
import { plantFaults } from "./plant-faults.ts";
import { full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";

const migrations = "server/platform/database/migrations";
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
describe("row 36: new versions under load", () => {
  it("fail no request, and what leaves is gone in time", async () => {
    const link = await installRelease(await plantFaults([]));
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
    const killed = await useWhile(shop, kill, { timeoutMs: 2_000 });
    expect(killed.failed).not.toEqual([]);
    expect(await shop.stop()).toBe(0);
  });
});
