import type { Context } from "#server/context.ts";
import type { LetterQueue } from "#server/modules/letters/letter-queue.ts";
import type { Job } from "./job.ts";
import type { Provider } from "./provider-types.ts";

export type PaymentsContext = Context & {
  letters: LetterQueue;
  provider: Provider | undefined;
  refunds: Job;
};
