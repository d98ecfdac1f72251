// PostgreSQL may end a connection at any moment. What was under way on it fails; the program, and
// every later request, do not. And a statement is asked in one turn.
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { emptyDataDir } from "#tests/program.ts";
import { openCountedLine } from "#tests/turns.ts";
import { mends } from "../../scripts/mend-driver.mjs";

/** A program of one connection, which is ended in the middle of a transaction. */
const program = `
import postgres from "postgres";
const open = () => postgres(process.argv[2], { max: 1, connect_timeout: 3, onnotice: () => {} });
const [sql, other] = [open(), open()];
const ended = await sql.begin(async (within) => {
  const [{ pid }] = await within\`select pg_backend_pid() as pid\`;
  await other\`select pg_terminate_backend(\${pid}, 5000)\`;
  await new Promise((done) => setTimeout(done, 100));
  await within\`select 1\`;
}).catch((error) => error.code);
await new Promise((done) => setTimeout(done, 500));
const [{ one }] = await sql\`select 1 as one\`;
console.log(ended, one);
process.exit();
`;

/** A folder in which the driver is so changed. */
async function folderWith(change: (source: string) => string): Promise<string> {
  const folder = await emptyDataDir("driver ");
  const copy = join(folder, "node_modules/postgres");
  await mkdir(copy, { recursive: true });
  await cp("node_modules/postgres", copy, { recursive: true });
  const file = join(copy, "src/connection.js");
  await writeFile(file, change(await readFile(file, "utf8")));
  return folder;
}

async function runWith(change: (source: string) => string) {
  const folder = await folderWith(change);
  await writeFile(join(folder, "program.mjs"), program);
  const given = [join(folder, "program.mjs"), inject("postgresUrl")];
  return spawnSync(process.execPath, given, { encoding: "utf8", timeout: 20_000 });
}

it("a connection that ends within a transaction fails that transaction alone", async () => {
  const { stdout, stderr, status } = await runWith((source) => source);
  expect([stdout, stderr, status]).toEqual(["CONNECTION_CLOSED 1\n", "", 0]);
});

const asItComes = (source: string) =>
  mends.reduce((text, [bad = "", good = ""]) => text.replace(good, bad), source);

it("would end the program with the driver as it comes", async () => {
  const { stderr, status } = await runWith(asItComes);
  expect(status).not.toBe(0);
  expect(stderr).toContain("Cannot read properties of null (reading 'write')");
});

/** How many turns a statement with a value takes on a connection that knows it not; and two together. */
async function turnsWith(change: (source: string) => string) {
  const folder = await folderWith(change);
  const { default: driver } = (await import(
    join(folder, "node_modules/postgres/src/index.js")
  )) as { default: typeof import("postgres") };
  const line = await openCountedLine(inject("postgresUrl"));
  const sql = driver(line.url, { max: 1, fetch_types: false, onnotice: () => {} });
  onTestFinished(() => sql.end());
  await sql`select 1`;
  const before = line.turns;
  const kinds = [1, new Date(0), Buffer.from("ä"), true, null];
  const asked = "select $1::int a, $2::timestamptz b, $3::bytea c, $4::bool d, $5::text e";
  const answers = await sql.unsafe(asked, kinds);
  const alone = line.turns - before;
  await sql.begin(async (within) => {
    const one = 1;
    await Promise.all([within`select ${one}::int`, within.unsafe("select $1::int", [one])]);
  });
  return { answers: [...answers], alone, together: line.turns - before - alone };
}

const answers = [{ a: 1, b: new Date(0), c: Buffer.from("ä"), d: true, e: null }];

it("a statement is one turn, and those of a transaction that are sent together are one", async () => {
  // For the transaction's begin and its end there are two more.
  expect(await turnsWith((source) => source)).toEqual({ answers, alone: 1, together: 3 });
});

it("is two turns each with the driver as it comes", async () => {
  expect(await turnsWith(asItComes)).toEqual({ answers, alone: 2, together: 6 });
});
