import type { Context } from "#server/context.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";

export type CompaniesContext = Context & {
  letters: Letters;
  settings: () => Promise<{ discounts: { groups: readonly { id: string; name: string }[] } }>;
};
