import type { Context } from "#server/context.ts";
import type { listOwnerEmails } from "#server/modules/customers/list-admin-emails.ts";
import type { addAdminLetter } from "#server/modules/letters/queue-letter.ts";

export type WebhooksContext = Context & {
  customers: { listOwnerEmails: typeof listOwnerEmails };
  letters: { addAdminLetter: typeof addAdminLetter };
};
