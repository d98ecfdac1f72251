import type { Context } from "#server/context.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { Provider } from "./provider-types.ts";

export type PaymentsContext = Context & {
  letters: Letters;
  provider: Provider | undefined;
};
