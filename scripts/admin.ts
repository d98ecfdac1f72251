// `npm run admin -- EMAIL`: makes an existing user an admin. The way to the first admin of a
// shop; the others are made in the shop. It works while the shop runs, and while it does not.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { email as emailField } from "#contract/fields.ts";
import { borrowDatabase } from "#server/database/borrow.ts";
import { EmbeddedPostgresError } from "#server/database/embedded/start.ts";
import { isDatabaseUnreachable } from "#server/database/failures.ts";
import { makeAdminAtMachine } from "#server/users/make-admin.ts";

const { DATABASE_URL, DATA_DIR = "./data" } = process.env;

async function main(): Promise<number> {
  const [given, ...more] = process.argv.slice(2);
  const email = emailField.safeParse(given);
  if (!email.success || more.length > 0) {
    console.error("Name one e-mail: npm run admin -- somebody@example.com");
    return 1;
  }
  const dataDir = resolve(DATA_DIR);
  if (!DATABASE_URL && !existsSync(dataDir)) {
    console.error(
      `There is no shop in ${dataDir}: start it once, or set DATA_DIR or DATABASE_URL.`,
    );
    return 1;
  }
  const where = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: dataDir };
  const made = await borrowDatabase(where, ({ db }) => makeAdminAtMachine(db, email.data));
  if (made === undefined) {
    console.error(`Nobody signed up as ${email.data} yet. Sign up in the shop first.`);
    return 1;
  }
  console.log(made ? `${email.data} is an admin now.` : `${email.data} is an admin already.`);
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const expected = error instanceof EmbeddedPostgresError || isDatabaseUnreachable(error);
    console.error(expected ? error.message : error);
    process.exit(1);
  },
);
