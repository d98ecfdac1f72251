import type { Env } from "./platform/config/env.ts";
import type { PictureFilter } from "./platform/config/picture-filter.ts";
import type { Connection } from "./platform/database/connect.ts";
import type { Read } from "./platform/database/replica-reads.ts";
import type { ChangePublisher } from "./platform/events/change-publisher.ts";
import type { Changes } from "./platform/events/changes.ts";
import type { Metrics } from "./platform/telemetry/metrics/open-metrics.ts";

/** What every module may use. A module that needs more extends it. */
export type Context = Connection & {
  /** For lists and pages: an up-to-date replica, if there is one. `db` is the primary. */
  read: Read;
  env: Env;
  filterPicture: PictureFilter;
  origin: string;
  changes: Changes;
  /** Undefined without METRICS_PORT. */
  metrics: Metrics | undefined;
  /** Publishes changes that do not notify by themselves. */
  publishSoon: ChangePublisher["publishSoon"];
  /** Aborts when new requests should go to another process. */
  leaving: AbortSignal;
  /** Aborts when the shop begins to stop. */
  stopping: AbortSignal;
};
