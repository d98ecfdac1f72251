// Row 17, in figures: a shop with a hundred thousand parts is asked for too much without a rest. How
// much memory its process takes for it, and how long others wait meanwhile.
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { createDatabase } from "#tests/create-database.ts";
import { createJsonClient } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { makeDataDir, startProgram } from "#tests/start-program.ts";
import { full, report } from "./drill.ts";
import { quantile, timed } from "./measure.ts";
import { press } from "./press.ts";
import { fillWithParts, tooMuch } from "./too-much.ts";

const parts = Number(process.env.PARTS ?? 100_000);
const seconds = Number(process.env.SECONDS ?? 60);
const megabyte = 1024 * 1024;

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
}

/** The most that it has at any time, until told to stop. */
function watchMemory(pid: number): () => number {
  let most = 0;
  const look = setInterval(async () => {
    most = Math.max(most, await memoryOf(pid).catch(() => 0));
  }, 100);
  onTestFinished(() => clearInterval(look));
  return () => {
    clearInterval(look);
    return most;
  };
}

/** Somebody looks at one part after the other. */
async function browse(url: string, ids: readonly string[], milliseconds: number) {
  const times: number[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until; ) {
    const id = ids[times.length % ids.length];
    const answer = await timed(url, "GET", `/api/purchase/${id}`);
    expect(answer.status).toBe(200);
    times.push(answer.milliseconds);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return quantile(times, 0.95);
}

async function open() {
  const databaseUrl = await createDatabase();
  await fillWithParts(databaseUrl, parts);
  const shop = startProgram(await makeDataDir(), { DATABASE_URL: databaseUrl, DEMO: "0" });
  const url = await shop.ready();
  const request = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("origin", url);
    return fetch(url + path, { ...init, headers });
  };
  const admin = await signUp({ request, ...createJsonClient(request) });
  const { db, close } = connect(databaseUrl, { most: 1 });
  await db.execute(sql`update users set role = 'admin'`);
  const ids = await queryRows<{ id: string }>(db, sql`select id from parts limit 5000`);
  await close();
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { url, pid: shop.pid, headers: { cookie, origin: url }, ids: ids.map(({ id }) => id) };
}

describe.runIf(full)("row 17: what too much costs", () => {
  it("is little memory, and little of others' time", { timeout: 1_800_000 }, async () => {
    const { url, pid, headers, ids } = await open();
    await browse(url, ids, 3_000);
    const quiet = await browse(url, ids, (seconds * 1_000) / 4);
    const before = await memoryOf(pid);
    const stopWatching = watchMemory(pid);
    const stop = press({ url, headers, paths: tooMuch(), atOnce: 4 });
    const pressed = await browse(url, ids, seconds * 1_000);
    const { asked, faults, slowestRefusal } = await stop();
    const grown = (stopWatching() - before) / megabyte;
    const ratio = pressed / quiet;
    const pass = grown < 100 && ratio < 2 && slowestRefusal < 1_000 && faults.length === 0;
    report({
      row: 17,
      check: `limits and searches beyond measure, ${parts} parts, without a rest`,
      target: "refused within 1 s or answered, memory up by under 100 MB, others' p95 under twice",
      figure: `${asked} asked, ${faults.length} otherwise, slowest refusal ${slowestRefusal.toFixed(0)} ms, memory up by ${grown.toFixed(0)} MB, others' p95 ${ratio.toFixed(2)} times (${quiet.toFixed(1)} to ${pressed.toFixed(1)} ms)`,
      pass,
    });
    expect(faults).toEqual([]);
    expect({ grown, ratio, slowestRefusal, pass }).toMatchObject({ pass: true });
  });
});
