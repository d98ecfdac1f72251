import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { findCredentials } from "../credentials.ts";
import { addChangeToken, lockEmailChange, lockEmailChangeTo, type Side } from "./email-changes.ts";

type LetterContext = { db: Database; origin: string };
type Kind = "change-email-old" | "change-email-new" | "email-changed";

/** Tokens are created when a letter is sent, so that the queue holds none. */
export function emailChangeLetters({ db, origin }: LetterContext): Record<Kind, LetterWriter> {
  function createLink(email: string, side: Side): Promise<string | undefined> {
    return inTransaction(db, async (tx) => {
      const owner = side === "old" ? (await findCredentials(tx, email))?.id : undefined;
      const change =
        side === "new"
          ? await lockEmailChangeTo(tx, email)
          : owner && (await lockEmailChange(tx, owner));
      if (!change) return undefined;
      return `${origin}/change-email#token=${await addChangeToken(tx, change.userId, side)}`;
    });
  }

  return {
    "change-email-old": async ({ email: to }) => {
      const href = await createLink(to, "old");
      if (!href) return undefined;
      const link = { label: "Allow the change", href };
      return { kind: "change-email-old", to, values: {}, link };
    },
    "change-email-new": async ({ email: to }) => {
      const href = await createLink(to, "new");
      if (!href) return undefined;
      const link = { label: "Confirm this e-mail", href };
      return { kind: "change-email-new", to, values: {}, link };
    },
    "email-changed": async ({ email: to }) => {
      const link = { label: "To the shop", href: `${origin}/contact` };
      return { kind: "email-changed", to, values: {}, link };
    },
  };
}
