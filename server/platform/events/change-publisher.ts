// Tells the other processes of changes a moment later and together. A transaction that notifies
// commits alone, so what happens often, as orders do, does not notify by itself.
import { sql } from "drizzle-orm";
import type { Topic } from "#contract/call.ts";
import type { Database } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { ownerPrefix, stockMoveCount, stockPrefix } from "./listen.ts";

const together = 100;
/** Until what could not be told is told again. */
const tryAgainAfter = 1_000;

export type ChangePublisher = {
  /** At most a tenth of a second later, everybody hears of it; and whose orders they were, too. */
  publishSoon(topics: readonly Topic[], owner?: string | null): void;
  publish(topics: readonly Topic[]): Promise<void>;
  /** Tells what is still untold. */
  stop(): Promise<void>;
};

export function openChangePublisher(db: Database): ChangePublisher {
  const untold = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function publish(topics: readonly string[]): Promise<void> {
    try {
      await db.execute(sql`select pg_notify('changes', topic)
        from string_to_table(${`${topics.join()},${stockPrefix}`} || ${sql.raw(stockMoveCount)}, ',') topic`);
    } catch (error) {
      if (isDatabaseUnreachable(error)) tellSoon(topics, tryAgainAfter);
      else log.error({ err: withoutQueryValues(error) }, "Changes could not be published");
    }
  }

  async function tellUntold(): Promise<void> {
    timer = undefined;
    const topics = [...untold];
    untold.clear();
    await publish(topics);
  }

  function tellSoon(topics: readonly string[], within: number): void {
    for (const topic of topics) untold.add(topic);
    if (!stopped) timer ??= setTimeout(tellUntold, within);
  }

  return {
    publishSoon: (topics, owner) =>
      tellSoon(owner ? [...topics, ownerPrefix + owner] : topics, together),
    publish,
    async stop() {
      // What cannot be told now is found by the others themselves (listen.ts).
      stopped = true;
      clearTimeout(timer);
      if (untold.size > 0) await tellUntold();
    },
  };
}
