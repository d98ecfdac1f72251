import type { Context } from "#server/context.ts";
import type { Provider } from "./provider-types.ts";

export type PaymentsContext = Context & { provider: Provider | undefined };
