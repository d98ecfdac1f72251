import { sql } from "drizzle-orm";
import {
  type DedicatedConnection,
  dedicatedConnection,
} from "#server/platform/database/connect.ts";

const reconnectMs = 500;

/** Only a hint: a connection may die unnoticed, so the outbox is read each second all the same. */
export function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): { close(): Promise<void> } {
  const closing = new AbortController();
  let connection: DedicatedConnection | undefined;

  async function listenUntilEnd(): Promise<void> {
    connection = await dedicatedConnection(url, { name: "shop-events", connectTimeoutMs: 5_000 });
    const { client, db } = connection;
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("notification", ({ payload = "" }) => onNotify(payload));
    await db.execute(sql`listen ${sql.identifier(channel)}`);
    // What came before.
    onNotify("");
    if (!closing.signal.aborted) await ended;
  }

  const running = (async () => {
    while (!closing.signal.aborted) {
      await listenUntilEnd().catch(() => {});
      await connection?.close();
      connection = undefined;
      if (!closing.signal.aborted) await pause();
    }
  })();

  function pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, reconnectMs);
    closing.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
    return promise;
  }

  return {
    async close() {
      closing.abort();
      await connection?.close();
      await running;
    },
  };
}
