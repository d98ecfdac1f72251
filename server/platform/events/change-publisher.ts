// NOTIFY serializes commits, so frequent changes such as orders are published in batches, outside of
// their transactions.
import { sql } from "drizzle-orm";
import type { Topic } from "#contract/call.ts";
import type { Database } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { ownerPrefix, stockMoveCount, stockPrefix } from "./listen.ts";

const batchMs = 100;
const retryMs = 1_000;

export type ChangePublisher = {
  /** Within `batchMs`; `owner` is the person whose orders changed. */
  publishSoon(topics: readonly Topic[], owner?: string | null): void;
  publish(topics: readonly Topic[]): Promise<void>;
  /** Publishes what is pending. */
  stop(): Promise<void>;
};

export function openChangePublisher(db: Database): ChangePublisher {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function publish(topics: readonly string[]): Promise<void> {
    try {
      await db.execute(sql`select pg_notify('changes', topic)
        from string_to_table(${`${topics.join()},${stockPrefix}`} || ${sql.raw(stockMoveCount)}, ',') topic`);
    } catch (error) {
      if (isDatabaseUnreachable(error)) schedule(topics, retryMs);
      else log.error({ err: withoutQueryValues(error) }, "Could not publish changes");
    }
  }

  async function publishPending(): Promise<void> {
    timer = undefined;
    const topics = [...pending];
    pending.clear();
    await publish(topics);
  }

  function schedule(topics: readonly string[], delayMs: number): void {
    for (const topic of topics) pending.add(topic);
    if (!stopped) timer ??= setTimeout(publishPending, delayMs);
  }

  return {
    publishSoon: (topics, owner) =>
      schedule(owner ? [...topics, ownerPrefix + owner] : topics, batchMs),
    publish,
    async stop() {
      // If this fails, the other processes notice by themselves (listen.ts).
      stopped = true;
      clearTimeout(timer);
      if (pending.size > 0) await publishPending();
    },
  };
}
