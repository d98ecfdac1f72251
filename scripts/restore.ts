// `npm run restore -- FILE`: puts a backup into an empty database and an empty DATA_DIR, and has
// the ledger checked there.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { BadBackup } from "#server/backup/open-backup.ts";
import { NotEmpty, restoreBackup } from "#server/backup/restore-backup.ts";
import { type Borrowed, borrowDatabase } from "#server/database/borrow.ts";
import { EmbeddedPostgresError } from "#server/database/embedded/start.ts";
import { isDatabaseUnreachable } from "#server/database/failures.ts";
import { lookAtLedger } from "#server/ledger/check-ledger.ts";

const { DATABASE_URL, DATA_DIR = "./data" } = process.env;

async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) return refuse("Name one file: npm run restore -- shop.tar");
  if (!existsSync(file)) return refuse(`There is no file ${file}.`);
  const dataDir = resolve(DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const where = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: dataDir };
  return borrowDatabase(where, (borrowed) => restore(borrowed, dataDir, file), { empty: true });
}

async function restore({ sql, url }: Borrowed, dataDir: string, file: string): Promise<number> {
  const { at, tables, pictures, picturesAt } = await restoreBackup({ sql, url, dataDir }, file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored the shop of ${at}: ${rows} rows and ${pictures} pictures.`);
  if (picturesAt) {
    console.log(
      `Its other pictures are in ${picturesAt}: S3_ENDPOINT and S3_BUCKET must lead there.`,
    );
  }
  const stopping = new AbortController().signal;
  const ledger = await lookAtLedger({ sql, provider: undefined, stopping }, { full: true });
  if (ledger.differences.length === 0) {
    console.log("The ledger is checked: orders, payments, refunds and stock agree.");
    return 0;
  }
  console.error("The ledger does not balance, as it did not when the backup was made:");
  for (const { says } of ledger.differences) console.error(`- ${says}`);
  return 1;
}

function refuse(why: string): number {
  console.error(why);
  return 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const kinds = [BadBackup, NotEmpty, EmbeddedPostgresError];
    const expected = kinds.some((kind) => error instanceof kind) || isDatabaseUnreachable(error);
    console.error(expected ? error.message : error);
    process.exit(1);
  },
);
