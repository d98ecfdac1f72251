// Row 18, by somebody else's hand: sqlmap at its highest level, where it is installed, on each call
// that reads anything; and on a known-bad one, so that we know that it finds what there is to find.
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Call } from "#contract/call.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { everyCall, nothing } from "../proofs/calls.ts";
import { databaseComplaints } from "../proofs/database-log.ts";
import type { Asked } from "./ask.ts";
import { full, report } from "./drill.ts";
import { fromOurPage, openWithRightRequests } from "./right-requests.ts";

const isThere = spawnSync("sqlmap", ["--version"]).status === 0;
const timeout = 6 * 3_600_000;
/** With LEVEL=1 it is a matter of minutes, not of hours. */
const level = process.env.LEVEL ?? "5";
/** Then it ends with the call at which it is, and says how far it came. */
const enough =
  performance.now() + Number(process.env.SQLMAP_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000;

/** Of those, sqlmap makes places to try at its higher levels. */
const headers = "user-agent,referer,host,cookie";
const headersOf = ["GET /orders", "POST /reviews"];

const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/catalog/store.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    listParts: async (db, wanted) => {
      if (!known.bad || !wanted.q) return actual.listParts(db, wanted);
      const found = await queryRows<{ id: string }>(
        db,
        sql.raw(`select id from parts where name ilike '%${wanted.q}%'`),
      );
      return (await actual.listParts(db, {})).filter(({ _id }) =>
        found.some(({ id }) => id === _id),
      );
    },
  };
});
vi.mock(import("#server/modules/identity/hash-in-thread.ts"), async () => {
  const { hashFast } = await import("#tests/hash-fast.ts");
  return { hashInThread: hashFast };
});

/** As sqlmap reads a request: each `*` is a place to try, and where there is none, it finds them. */
function written({ method, path, headers, body }: Asked, host: string): string {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body ?? ""].join("\r\n");
}

/** A right one for each name of a query: what is refused for one of them never gets to another. */
const queries: Record<string, string> = {
  ...{
    newest: "3",
    limit: "3",
    q: "Brake",
    after: nothing.id,
    state: "unpaid",
    expected: "unpaid",
  },
  ...{ sort: "newest", from: "2026-01-01T00:00:00Z", before: "2036-01-01T00:00:00Z" },
};

/** The request as it is, and once more for each thing of its path or its query that may be there. */
function requestsOf(call: Call, right: Asked): Asked[] {
  const [path = "", given = ""] = right.path.split("?");
  const names = Object.keys(call.query ?? {}).filter((name) => !given.startsWith(`${name}=`));
  const pieces = `/api${call.path}`.split("/");
  const at = pieces.findIndex((piece) => piece.startsWith(":"));
  const words = path.split("/");
  return [
    right,
    ...(at < 0 ? [] : [{ ...right, path: words.with(at, `${words[at]}*`).join("/") }]),
    ...names.map((name) => {
      const pair = `${name}=${queries[name] ?? name}*`;
      return { ...right, path: `${path}?${given ? `${given}&` : ""}${pair}` };
    }),
  ];
}

/** What it found, in its own words; nothing where there is nothing. */
async function sqlmap(request: string, options: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "sqlmap-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "request.txt");
  await writeFile(file, request);
  const usual = [
    "--ignore-code=401",
    "--batch",
    "--disable-coloring",
    "--flush-session",
    "--ignore-stdin",
  ];
  const child = spawn(
    "sqlmap",
    ["-r", file, `--output-dir=${folder}`, "--dbms=PostgreSQL", ...usual, ...options],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      said += bytes;
    });
  }
  await new Promise((resolve) => child.once("close", resolve));
  // Whether it tried anything at all.
  expect(said).toMatch(/testing|injectable|no parameter/);
  return said.match(/^.*(is vulnerable|identified the following injection).*$/gm) ?? [];
}

describe.runIf(full)("row 18: sqlmap", () => {
  it("is installed", () => {
    report({
      row: 18,
      check: "sqlmap is there (Debian's package of that name)",
      target: "0 findings",
      figure: isThere ? "yes" : "no: only our own list was tried",
      pass: isThere,
    });
  });

  it.runIf(isThere)("finds nothing in any call", { timeout }, async () => {
    const { shop, rightRequest } = await openWithRightRequests();
    const { db } = shop.shop;
    // Who tries so often would have to wait, and some calls end their own session: nothing would be
    // tried any more.
    await db.execute(sql`create table sessions_of_the_drill as table sessions`);
    const goOn = async () => {
      await db.execute(sql`delete from limits`);
      await db.execute(sql`insert into sessions select * from sessions_of_the_drill
        where user_id in (select id from users) on conflict do nothing`);
    };
    const going = setInterval(() => void goOn(), 500);
    onTestFinished(() => clearInterval(going));
    const host = new URL(shop.url).host;
    const found: string[] = [];
    const calls = everyCall.filter(({ form, raw: streams }) => !form && !streams);
    const tried: Call[] = [];
    let requests = 0;
    for (const call of calls) {
      if (performance.now() > enough) break;
      const right = fromOurPage(shop, await rightRequest(call));
      // Headers are read alike for all calls, before any of them: those of two are tried.
      const skip = headersOf.includes(`${call.method} ${call.path}`) ? [] : [`--skip=${headers}`];
      await sql`insert into sessions_of_the_drill table sessions`;
      for (const request of requestsOf(call, right)) {
        const options = [`--level=${level}`, "--risk=2", "--threads=4", ...skip];
        const said = await sqlmap(written(request, host), options);
        requests++;
        found.push(...said.map((line) => `${call.method} ${call.path}: ${line}`));
      }
      tried.push(call);
    }
    const complaints = await databaseComplaints(shop.databaseUrl);
    report({
      row: 18,
      check: `sqlmap at level ${level} on each call`,
      target: "0 findings, no SQLSTATE 42xxx or 22xxx in the database's log",
      figure: `${tried.length} of ${calls.length} calls, ${requests} requests tried: ${found.length} findings, ${complaints.length} complaints of PostgreSQL`,
      pass: found.length + complaints.length === 0 && tried.length === calls.length,
    });
    expect({ found, complaints }).toEqual({ found: [], complaints: [] });
  });

  it.runIf(isThere)("finds what is glued into a statement", { timeout }, async () => {
    known.bad = true;
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { shop } = await openWithRightRequests();
    const request = { method: "GET", path: "/api/parts?q=Brake", headers: {} };
    const said = await sqlmap(written(request, new URL(shop.url).host), ["-p", "q", "--level=2"]);
    known.bad = false;
    expect(said).not.toEqual([]);
  });
});
