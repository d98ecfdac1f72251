// Row 25: of what a browser holds, the shop keeps the hash and nothing else: not in a table, not in
// a file of the database, not in a log.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { runningPostgres } from "#server/platform/database/embedded/testing.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { getAccessToken, goodPassword, signUp } from "#tests/people.ts";
import { makeDataDir, startProgram } from "#tests/start-program.ts";
import { report } from "./drill.ts";
import { spelledIn } from "./spellings.ts";

/** A known-bad variant: the token itself is kept. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/identity/tokens.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    hashToken: (token) => (known.bad ? Buffer.from(token) : actual.hashToken(token)),
  };
});

async function allTables({ shop }: OpenShop): Promise<Buffer> {
  const tables = await queryRows<{ name: string }>(
    shop.db,
    sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = tables.map(({ name }) =>
    queryRows(shop.db, sql`select each::text from ${sql.identifier(name)} each`),
  );
  return Buffer.from(JSON.stringify(await Promise.all(rows)));
}

async function tokensKept(): Promise<string[]> {
  const shop = await openShop();
  const vera = await signUp(shop);
  const tokens = [...vera.cookies.values(), await getAccessToken(vera)];
  expect(tokens).toHaveLength(3);
  return spelledIn(await allTables(shop), tokens);
}

describe("row 25: the tables", () => {
  it("hold no token of a browser, however it is written", async () => {
    expect(await tokensKept()).toEqual([]);
  });

  it("would be found to, did they", async () => {
    known.bad = true;
    const found = await tokensKept().finally(() => {
      known.bad = false;
    });
    expect(found).toEqual(Array(3).fill("its text in hex"));
  });
});

/** Everything below a folder, and what it is called. */
async function filesBelow(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      // A log of the database may be gone by the time that it is read.
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
      return { name, bytes };
    }),
  );
}

/** As a page of the shop asks. */
async function send(url: string, path: string, body: object, cookie = "") {
  const headers = { origin: url, cookie, "content-type": "application/json" };
  return fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

describe("row 25: the files and the log of the whole program", () => {
  it("hold the hashes and no token, in trouble, too", { timeout: 120_000 }, async () => {
    const dataDir = await makeDataDir();
    const program = startProgram(dataDir, { DEMO: "0" });
    const url = await program.ready();
    const vera = { name: "Vera", email: "vera@example.com", password: goodPassword };
    const cookies: string[] = [];
    for (const path of ["/identity/sign-up", "/identity/sign-in"]) {
      const { name: _, ...known } = vera;
      const response = await send(url, path, path.endsWith("up") ? vera : known);
      expect(response.status).toBe(200);
      cookies.push(...response.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""));
    }
    const session = cookies.findLast((cookie) => cookie.startsWith("session")) ?? "";
    const registered = await fetch(`${url}/api/user/${vera.email}`, {
      method: "PUT",
      headers: { origin: url, cookie: session, "content-type": "application/json" },
      body: JSON.stringify({ email: vera.email }),
    });
    const { token } = (await registered.json()) as { token: string };

    // What goes wrong is logged, and must not take along what was sent.
    const { db, close } = connect(runningPostgres(dataDir) ?? "", { most: 1 });
    await db.execute(sql`alter table profiles rename column img to gone`);
    const authorization = `Bearer ${token}`;
    for (const headers of [{ cookie: session }, { authorization }]) {
      expect((await fetch(`${url}/api/identity/session`, { headers })).status).toBe(500);
    }
    await db.execute(sql`alter table profiles rename column gone to img`);
    await close();
    expect((await send(url, "/identity/sign-out", {}, "x=y")).status).toBe(200);
    program.child.kill("SIGTERM");
    await program.ended;

    const tokens = [...cookies.map((cookie) => cookie.split("=")[1] ?? ""), token];
    const log = { name: "the log", bytes: Buffer.from(program.said()) };
    const places = [log, ...(await filesBelow(dataDir))];
    const found = places.flatMap(({ name, bytes }) =>
      spelledIn(bytes, tokens).map((spelling) => `${name}: ${spelling}`),
    );
    const size = places.reduce((sum, { bytes }) => sum + bytes.length, 0);
    report({
      row: 25,
      check: "tokens in tables, files of the database and the log",
      target: "only their hashes",
      figure: `${tokens.length} tokens × 8 spellings in ${places.length} files of ${Math.round(size / 1e6)} MB, ${found.length} found`,
      pass: found.length === 0,
    });
    expect(found).toEqual([]);
    // What is there is found: the hash of each, and the trouble in the log.
    for (const each of tokens) {
      const hash = createHash("sha256").update(each).digest();
      expect(places.some(({ bytes }) => bytes.includes(hash))).toBe(true);
    }
    expect(program.said()).toContain("does not exist");
  });
});
