import type { ShopModule } from "#server/module.ts";
import { companyHandlers } from "./handlers.ts";
import { invitationLetters } from "./invitation-letters.ts";
import { deleteExpiredInvitations, readOwnInvitations } from "./invitations.ts";
import { partCompany, readOwnMembership } from "./store.ts";

export const companies = {
  handlers: (context) => ({ companies: companyHandlers(context) }),
  emails: invitationLetters,
  accountEndings: { unverified: [partCompany] },
  ownData: async ({ context: { db }, person }) => ({
    company: await readOwnMembership(db, person._id),
    invitations: await readOwnInvitations(db, person),
  }),
  expires: [deleteExpiredInvitations],
} satisfies ShopModule;
