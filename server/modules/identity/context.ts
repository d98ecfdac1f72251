import type { Context } from "#server/context.ts";
import type { Letters } from "#server/modules/letters/queue.ts";

export type IdentityContext = Context & { letters: Letters };
