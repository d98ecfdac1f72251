// `npm run restore -- FILE` restores a backup into an empty database and DATA_DIR, then reconciles the
// shop's records, and those of the card provider if it is configured.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { openProvider } from "#server/modules/payments/provider.ts";
import { InvalidBackup } from "#server/operations/backup/open-backup.ts";
import { DatabaseNotEmpty, restoreBackup } from "#server/operations/backup/restore-backup.ts";
import { nightlyLimits } from "#server/operations/reconciliation/read-provider-lists.ts";
import { findDifferences } from "#server/operations/reconciliation/reconcile.ts";
import { ConfigurationError, readEnv } from "#server/platform/config/env.ts";
import { isDatabaseUnreachable } from "#server/platform/database/database-errors.ts";
import { EmbeddedPostgresError } from "#server/platform/database/embedded/start.ts";
import { type CommandDatabase, withDatabase } from "#server/platform/database/with-database.ts";

const { DATABASE_URL, DATA_DIR = "./data" } = process.env;
type Provider = ReturnType<typeof openProvider>;

async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) return refuse("Name one file: npm run restore -- shop.tar");
  if (!existsSync(file)) return refuse(`There is no file ${file}.`);
  const dataDir = resolve(DATA_DIR);
  // First, because a partly configured provider is an error.
  const provider = configuredProvider();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const where = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: dataDir };
  const into = (borrowed: CommandDatabase) => restore(borrowed, { dataDir, file, provider });
  return withDatabase(where, into, { empty: true });
}

/** By the shop's own variables; of the others, a machine on which one only tries has none. */
function configuredProvider(): Provider {
  const all = Object.entries(process.env);
  return openProvider(readEnv(Object.fromEntries(all.filter(([name]) => /^STRIPE_/.test(name)))));
}

type What = { dataDir: string; file: string; provider: Provider };

async function restore(borrowed: CommandDatabase, what: What): Promise<number> {
  const { dataDir, file, provider } = what;
  const { at, tables, pictures, picturesAt } = await restoreBackup({ ...borrowed, dataDir }, file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored the shop of ${at}: ${rows} rows and ${pictures} pictures.`);
  if (picturesAt) {
    console.log(
      `Its other pictures are in ${picturesAt}: S3_ENDPOINT and S3_BUCKET must lead there.`,
    );
  }
  return reportDifferences({ ...borrowed, provider }, at);
}

/** The shop's nightly check, but every difference is reported at once and none is settled. */
async function reportDifferences(
  shop: Pick<CommandDatabase, "dedicated"> & { provider: Provider },
  at: string,
) {
  const stopping = new AbortController().signal;
  const { differences, notes } = await findDifferences(
    { ...shop, stopping },
    { full: true, graceSeconds: 0, limits: nightlyLimits },
  );
  const missing = shop.provider ? notes.filter(({ kind }) => kind.startsWith("provider-")) : [];
  for (const { says } of missing) console.error(says);
  const isRead = shop.provider && missing.every(({ kind }) => kind !== "provider-unread");
  const compared = `by the shop's own tables${isRead ? " and the card provider's records" : ""}`;
  if (!shop.provider) {
    console.log(
      "The card provider's records were NOT compared: the STRIPE_ variables of the shop are not set here.",
    );
  }
  if (differences.length === 0) {
    console.log(`Orders, payments, refunds and stock agree, ${compared}.`);
    return missing.length > 0 ? 1 : 0;
  }
  console.error(`Orders, payments, refunds and stock do not agree, ${compared}:`);
  for (const { says, remedy } of differences) console.error(`- ${says} ${remedy}`);
  if (isRead) {
    console.error(
      `What was ordered, paid or refunded after ${at} is not in this backup; where the card ` +
        "provider has it, it is among these.",
    );
  }
  return 1;
}

function refuse(why: string): number {
  console.error(why);
  return 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const kinds = [InvalidBackup, ConfigurationError, DatabaseNotEmpty, EmbeddedPostgresError];
    const expected = kinds.some((kind) => error instanceof kind) || isDatabaseUnreachable(error);
    console.error(expected ? error.message : error);
    process.exit(1);
  },
);
