import type { FitmentVerbs } from "#server/modules/fitment/fitment-verbs.ts";
import type { RefundsContext } from "#server/modules/refunds/context.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";

export type ReturnsContext = RefundsContext & { fitment: FitmentVerbs; settings: ReadSettings };
