import type { Context } from "#server/context.ts";
import type { Letters } from "#server/modules/letters/queue.ts";
import type { Job } from "./job.ts";
import type { Provider } from "./provider-words.ts";

export type PaymentsContext = Context & {
  letters: Letters;
  /** Undefined where no card provider is configured. */
  provider: Provider | undefined;
  refunds: Job;
};
