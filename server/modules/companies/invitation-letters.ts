import { invitationDays } from "#contract/companies.ts";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findInvitation, setToken } from "./invitations.ts";

type Options = { db: Queries; origin: string };

/** Words of a customer in the mailbox of a stranger: short, and nothing that becomes a link there. */
const plain = (name: string) => name.replaceAll(/[.:/@](?=\S)/g, "$& ").slice(0, 80);

export function invitationLetters({ db, origin }: Options): Record<string, LetterWriter> {
  return {
    "company-invitation": async ({ email: to }, id) => {
      const invitation = id ? await findInvitation(db, { id }) : undefined;
      if (!id || !invitation) return undefined;
      const token = newToken();
      await setToken(db, id, hashToken(token));
      return {
        kind: "company-invitation",
        to,
        values: {
          company: plain(invitation.company),
          by: plain(invitation.invitedBy ?? "Somebody"),
          days: `${invitationDays}`,
        },
        link: { label: "Join the company", href: `${origin}/join-company#token=${token}` },
      };
    },
  };
}
