import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";

export type CompaniesContext = Context & {
  letters: Letters;
  settings: () => Promise<Pick<Settings, "discounts">>;
};
