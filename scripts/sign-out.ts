// `npm run sign-out -- EMAIL`: ends all sessions of a person, when somebody else may be in their
// account. `npm run sign-out -- --everybody`: all sessions of all people. Holds from the next
// request on, in every process; it works while the shop runs, and while it does not.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { email as emailField } from "#contract/fields.ts";
import { borrowDatabase } from "#server/database/borrow.ts";
import { EmbeddedPostgresError } from "#server/database/embedded/start.ts";
import { isDatabaseUnreachable } from "#server/database/failures.ts";
import { endSessionsOf } from "#server/identity/sessions.ts";

const { DATABASE_URL, DATA_DIR = "./data" } = process.env;

async function main(): Promise<number> {
  const [given, ...more] = process.argv.slice(2);
  const email = given === "--everybody" ? undefined : emailField.safeParse(given);
  if (email?.success === false || more.length > 0) {
    console.error(
      "Name one e-mail, or all: npm run sign-out -- somebody@example.com | --everybody",
    );
    return 1;
  }
  const dataDir = resolve(DATA_DIR);
  if (!DATABASE_URL && !existsSync(dataDir)) {
    console.error(`There is no shop in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
    return 1;
  }
  const where = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: dataDir };
  const ended = await borrowDatabase(where, ({ db }) => endSessionsOf(db, email?.data));
  console.log(`Ended ${ended} ${ended === 1 ? "session" : "sessions"} of ${email?.data ?? "all"}.`);
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
