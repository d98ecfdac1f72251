import type { Context } from "#server/context.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { queueVatCheck } from "#server/modules/vat/check-vat.ts";
import type { mayInvite } from "./may-invite.ts";

export type CompaniesContext = Context & {
  companies: { mayInvite: typeof mayInvite };
  letters: Letters;
  vat: { queueVatCheck: typeof queueVatCheck };
  settings: () => Promise<{ discounts: { groups: readonly { id: string; name: string }[] } }>;
};
