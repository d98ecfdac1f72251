// `npm run sign-out -- EMAIL` ends all sessions of a person, `-- --everybody` all sessions, from the
// next request on in every process.
import { email as emailField } from "#contract/fields.ts";
import { endSessionsByEmail } from "#server/modules/identity/end-sessions.ts";
import { CommandError, runCommand, withShopDatabase } from "./run-command.ts";

runCommand(async () => {
  const [given, ...more] = process.argv.slice(2);
  const email = given === "--everybody" ? undefined : emailField.safeParse(given);
  if (email?.success === false || more.length > 0) {
    throw new CommandError(
      "Name one e-mail, or all: npm run sign-out -- somebody@example.com | --everybody",
    );
  }
  const ended = await withShopDatabase((db) => endSessionsByEmail(db, email?.data));
  return `Ended ${ended} ${ended === 1 ? "session" : "sessions"} of ${email?.data ?? "all"}.`;
});
