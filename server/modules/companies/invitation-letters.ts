import { invitationDays } from "#contract/companies.ts";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findInvitation, setToken } from "./invitations.ts";

type Options = { db: Queries; origin: string };

/** The name of the company is the words of a customer, so it stands on the page of the link alone. */
export function invitationLetters({ db, origin }: Options): Record<string, LetterWriter> {
  return {
    "company-invitation": async ({ email: to }, id) => {
      const invitation = id ? await findInvitation(db, id) : undefined;
      if (!id || !invitation) return undefined;
      const token = newToken();
      await setToken(db, id, hashToken(token));
      return {
        kind: "company-invitation",
        to,
        values: { days: `${invitationDays}` },
        link: { label: "Join the company", href: `${origin}/join-company#token=${token}` },
      };
    },
  };
}
