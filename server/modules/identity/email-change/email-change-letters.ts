import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { writeLetter } from "#server/platform/mail/write-letter.ts";
import { findCredentials } from "../credentials.ts";
import { addChangeToken, lockEmailChange, lockEmailChangeTo, type Side } from "./email-changes.ts";

type LetterContext = { db: Database; origin: string; shopName: string };
type Kind = "change-email-old" | "change-email-new" | "email-changed";

/** Tokens are created when a letter is sent, so that the queue holds none. */
export function emailChangeLetters({
  db,
  origin,
  shopName,
}: LetterContext): Record<Kind, LetterWriter> {
  const common = { shopName, greeting: "Hello," };
  const also = [
    "The link works once, within 24 hours. The e-mail changes when the links to both addresses were followed.",
  ];

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
    "change-email-old": async ({ email }) => {
      const href = await createLink(email, "old");
      if (!href) return undefined;
      return writeLetter({
        ...{ ...common, to: email, subject: `Another e-mail for your account at ${shopName}` },
        says: [
          `someone, probably you, asked to change the e-mail of your account at ${shopName}.`,
          "If it was you, please allow it. If it was not, do not open the link, and change your password: somebody else may have access to your account.",
        ],
        ...{ link: { label: "Allow the change", href }, also },
      });
    },
    "change-email-new": async ({ email }) => {
      const href = await createLink(email, "new");
      if (!href) return undefined;
      return writeLetter({
        ...{ ...common, to: email, subject: `Your new e-mail for ${shopName}` },
        says: [
          `someone, probably you, wants to use this e-mail for their account at ${shopName}. Please confirm that it is yours.`,
        ],
        link: { label: "Confirm this e-mail", href },
        also: [...also, "If it was not you, you can ignore this letter."],
      });
    },
    "email-changed": async ({ email }) =>
      writeLetter({
        ...{ ...common, to: email, subject: `Your e-mail for ${shopName} was changed` },
        says: [
          `your account at ${shopName} has another e-mail now, as the links in our two letters allowed. This address does not sign in any more.`,
          "If it was not you, please write to the shop at once.",
        ],
        link: { label: "To the shop", href: `${origin}/contact` },
      }),
  };
}
