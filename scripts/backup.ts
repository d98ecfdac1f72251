// `npm run backup -- FILE` backs up database and pictures, whether the shop runs or not.
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { writeBackup } from "#server/operations/backup/write-backup.ts";
import { isDatabaseUnreachable } from "#server/platform/database/database-errors.ts";
import { EmbeddedPostgresError } from "#server/platform/database/embedded/start.ts";
import { withDatabase } from "#server/platform/database/with-database.ts";

const { DATABASE_URL, DATA_DIR = "./data", S3_ENDPOINT, S3_BUCKET } = process.env;
const picturesAt = S3_ENDPOINT && S3_BUCKET ? `${S3_ENDPOINT}/${S3_BUCKET}` : undefined;

async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) return refuse("Name one file: npm run backup -- shop.tar");
  if (existsSync(file)) return refuse(`${file} is there already. Name a new one.`);
  const dataDir = resolve(DATA_DIR);
  if (!existsSync(dataDir)) {
    return refuse(`There is no shop in ${dataDir}: set DATA_DIR to where its pictures are.`);
  }
  const where = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: dataDir };
  const { tables, pictures } = await withDatabase(where, ({ dedicated }) =>
    writeBackup({ dedicated, dataDir, picturesAt }, file),
  );
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  const size = ((await stat(file)).size / 1_000_000).toFixed(1);
  console.log(
    `Backed up ${rowsOf("users")} people, ${rowsOf("parts")} parts, ${rowsOf("orders")} orders and ` +
      `${pictures} pictures into ${file} (${size} MB).\n` +
      (picturesAt
        ? `Pictures uploaded to ${picturesAt} are NOT in it: copy the bucket, or have it keep versions.\n`
        : "") +
      "It holds names, addresses and hashes of passwords: keep it where only you can read it.",
  );
  return 0;
}

function refuse(why: string): number {
  console.error(why);
  return 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const expected = error instanceof EmbeddedPostgresError || isDatabaseUnreachable(error);
    console.error(expected || "code" in error ? error.message : error);
    process.exit(1);
  },
);
