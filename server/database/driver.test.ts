// PostgreSQL may end a connection at any moment. What was under way on it fails; the program, and
// every later request, do not.
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { emptyDataDir } from "#tests/program.ts";
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

async function runWith(change: (source: string) => string) {
  const folder = await emptyDataDir("driver ");
  const copy = join(folder, "node_modules/postgres");
  await mkdir(copy, { recursive: true });
  await cp("node_modules/postgres", copy, { recursive: true });
  const file = join(copy, "src/connection.js");
  await writeFile(file, change(await readFile(file, "utf8")));
  await writeFile(join(folder, "program.mjs"), program);
  const given = [join(folder, "program.mjs"), inject("postgresUrl")];
  return spawnSync(process.execPath, given, { encoding: "utf8", timeout: 20_000 });
}

it("a connection that ends within a transaction fails that transaction alone", async () => {
  const { stdout, stderr, status } = await runWith((source) => source);
  expect([stdout, stderr, status]).toEqual(["CONNECTION_CLOSED 1\n", "", 0]);
});

it("would end the program with the driver as it comes", async () => {
  const asItComes = (source: string) =>
    mends.reduce((text, [bad = "", good = ""]) => text.replace(good, bad), source);
  const { stderr, status } = await runWith(asItComes);
  expect(status).not.toBe(0);
  expect(stderr).toContain("Cannot read properties of null (reading 'write')");
});
