// `npm run admin -- EMAIL` makes an existing user an admin: the first of a shop.
import { email as emailField } from "#contract/fields.ts";
import { makeAdminByCommand } from "#server/modules/customers/make-admin.ts";
import { CommandError, runCommand, withShopDatabase } from "./run-command.ts";

runCommand(async () => {
  const [given, ...more] = process.argv.slice(2);
  const email = emailField.safeParse(given);
  if (!email.success || more.length > 0) {
    throw new CommandError("Name one e-mail: npm run admin -- somebody@example.com");
  }
  const made = await withShopDatabase((db) => makeAdminByCommand(db, email.data));
  if (made === undefined) {
    throw new CommandError(`Nobody signed up as ${email.data} yet. Sign up in the shop first.`);
  }
  return made ? `${email.data} is an admin now.` : `${email.data} is an admin already.`;
});
