import type { PaymentsContext } from "./modules/payments/context.ts";
import type { Metrics } from "./platform/telemetry/metrics/open-metrics.ts";

/** Everything that one process of the shop is wired together from. Used by the wiring only. */
export type Shop = PaymentsContext & {
  /** With METRICS_PORT. */
  metrics: Metrics | undefined;
};
