import type { Context } from "#server/context.ts";
import type { LetterQueue } from "#server/modules/letters/letter-queue.ts";

export type OrdersContext = Context & { letters: LetterQueue };
