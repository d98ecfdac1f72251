import type { Connection } from "./database/connect.ts";
import type { Read } from "./database/reads.ts";
import type { Env } from "./env.ts";
import type { Letters } from "./letters/queue.ts";
import type { Changes } from "./live/changes.ts";
import type { Teller } from "./live/teller.ts";
import type { Metrics } from "./metrics/open-metrics.ts";
import type { Job } from "./payments/job.ts";
import type { Provider } from "./payments/provider-words.ts";

/** What the rooms of one running shop share. */
export type Shop = Connection & {
  /** For lists and pages: at a replica where one has come as far. `db` is always the primary. */
  read: Read;
  env: Env;
  /** With METRICS_PORT. */
  metrics: Metrics | undefined;
  origin: string;
  changes: Changes;
  letters: Letters;
  /** Takes the money; none where no keys of one are configured. */
  provider: Provider | undefined;
  /** Gives money back, wherever that is wanted. */
  refunds: Job;
  /** Of changes that do not notify by themselves. */
  tellLater: Teller["tellLater"];
  /** Aborts when nobody is to be sent here any more, although whoever comes is still served. */
  leaving: AbortSignal;
  /** Aborts when the shop begins to stop. */
  stopping: AbortSignal;
};
