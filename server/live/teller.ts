// Tells the other processes of changes a moment later and together. A transaction that notifies
// commits alone, so what happens often, as orders do, does not notify by itself.
import type { Topic } from "#contract/call.ts";
import type { Sql } from "#server/database/connect.ts";
import { isDatabaseUnreachable, withoutValues } from "#server/database/failures.ts";
import { ofOne } from "./listen.ts";

const together = 100;

export type Teller = {
  /** At most a tenth of a second later, everybody hears of it; and whose orders they were, too. */
  tellLater(topics: readonly Topic[], owner?: string | null): void;
  tellNow(topics: readonly Topic[]): Promise<void>;
  /** Tells what is still untold. */
  stop(): Promise<void>;
};

export function openTeller(sql: Sql): Teller {
  const untold = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function tellNow(topics: readonly string[]): Promise<void> {
    try {
      await sql`select pg_notify('changes', topic)
        from string_to_table(${topics.join()}, ',') topic`;
    } catch (error) {
      // Once the database is back, everybody fetches everything anew anyway.
      if (!isDatabaseUnreachable(error)) {
        console.error("Nobody could be told of changes:", withoutValues(error));
      }
    }
  }

  async function tellUntold(): Promise<void> {
    timer = undefined;
    const topics = [...untold];
    untold.clear();
    await tellNow(topics);
  }

  return {
    tellLater(topics, owner) {
      for (const topic of topics) untold.add(topic);
      if (owner) untold.add(ofOne + owner);
      timer ??= setTimeout(tellUntold, together);
    },
    tellNow,
    async stop() {
      clearTimeout(timer);
      if (untold.size > 0) await tellUntold();
    },
  };
}
