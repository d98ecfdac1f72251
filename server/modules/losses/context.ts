import type { RefundsContext } from "#server/modules/refunds/context.ts";
import type { countAsked } from "#server/modules/returns/store.ts";
import type { lossStore } from "./store.ts";

/** Pieces that are in returns under way are not lost. */
export type LossesContext = RefundsContext & {
  losses: typeof lossStore & { countAsked: typeof countAsked };
};
