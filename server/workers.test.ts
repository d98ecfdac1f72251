// Several processes on one port: a wanted deploy is never lost, and none works beside its place.
import { expect, it, onTestFinished } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { emptyDataDir, familyOf, type Program, start } from "#tests/program.ts";
import { connect } from "./database/connect.ts";
import { migrationLock } from "./database/migrate.ts";

/** Each is a start of several processes, and others use the machine too. */
const timeout = 120_000;
const goesOn = { timeout: 60_000, interval: 20 };

const deploys = (program: Program) => [...program.said().matchAll(/^Deployed: 2 new/gm)].length;
const tookOver = (program: Program) =>
  [...program.said().matchAll(/^Process (\d+) took over/gm)].map(([, pid]) => Number(pid));

it("a deploy that is wanted early is made, and one that meets a gap fills it once", {
  timeout,
}, async () => {
  const databaseUrl = await freshDatabase();
  const { sql, close } = connect(databaseUrl, { most: 1 });
  onTestFinished(close);
  const waiting = async () => {
    const [row] = await sql<{ many: number }[]>`
      select count(*)::int as many from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`;
    return row?.many;
  };
  await sql`select pg_advisory_lock(${migrationLock})`;
  const env = { WORKERS: "2", DATABASE_URL: databaseUrl, DEMO: "0" };
  const program = start(await emptyDataDir(), env);
  await expect.poll(waiting, goesOn).toBe(1);
  program.child.kill("SIGUSR2");
  await sql`select pg_advisory_unlock(${migrationLock})`;
  await program.ready();
  await expect.poll(() => deploys(program), goesOn).toBe(1);
  const [gone = 0, other = 0] = tookOver(program);
  const stays = (pid: number) => pid !== gone && pid !== other;
  const besides = (await familyOf(program.pid)).filter(stays);

  // The place is empty for a moment, and the new process is under way when another would be due.
  process.kill(gone, "SIGKILL");
  await expect.poll(() => program.said(), goesOn).toContain(`Process ${gone} of the shop ended`);
  program.child.kill("SIGUSR2");
  await expect.poll(() => deploys(program), goesOn).toBe(2);
  const family = await familyOf(program.pid);
  expect(family.sort()).toEqual([...besides, ...tookOver(program).slice(2)].sort());
  program.child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
});
