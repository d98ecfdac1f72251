import type { Settings } from "#contract/settings.ts";
import type { Passwords } from "./modules/identity/passwords.ts";
import type { Provider } from "./modules/payments/provider-types.ts";
import type { Clock } from "./platform/clock.ts";
import type { Env } from "./platform/config/env.ts";
import type { PictureFilter } from "./platform/config/picture-filter.ts";
import type { Connection } from "./platform/database/connect.ts";
import type { Read } from "./platform/database/replica-reads.ts";
import type { Events } from "./platform/events/open-events.ts";
import type { Jobs } from "./platform/jobs/job.ts";
import type { Metrics } from "./platform/telemetry/metrics/open-metrics.ts";

/** What a process has opened or read once: resources, and no functions of modules. */
export type Context = Connection & {
  /** For lists and pages: an up-to-date replica, if there is one. `db` is the primary. */
  read: Read;
  clock: Clock;
  env: Env;
  /** Those in force. Not to be awaited inside a transaction. */
  settings: () => Promise<Settings>;
  filterPicture: PictureFilter;
  passwords: Passwords;
  /** Of card payments, if one is set up. */
  provider: Provider | undefined;
  origin: string;
  events: Events;
  jobs: Jobs;
  metrics: Metrics | undefined;
  /** Aborts when new requests should go to another process. */
  leaving: AbortSignal;
  stopping: AbortSignal;
};
