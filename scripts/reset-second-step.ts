// `npm run reset-second-step -- EMAIL` for an admin who lost phone and recovery codes, where no
// other admin can do it.
import { email as emailField } from "#contract/fields.ts";
import { resetSecondStepByCommand } from "#server/modules/identity/second-step/reset-second-step.ts";
import { CommandError, runCommand, withShopDatabase } from "./run-command.ts";

runCommand(async () => {
  const [given, ...more] = process.argv.slice(2);
  const email = emailField.safeParse(given);
  if (!email.success || more.length > 0) {
    throw new CommandError("Name one e-mail: npm run reset-second-step -- somebody@example.com");
  }
  const isReset = await withShopDatabase((db) => resetSecondStepByCommand(db, email.data));
  if (!isReset) throw new CommandError(`There is no account with the e-mail ${email.data}.`);
  return `${email.data} signs in with the password alone now, and is signed out everywhere.`;
});
