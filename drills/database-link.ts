// The line between the shop and PostgreSQL, which can be slow, break, or swallow all that it is given.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { relayDatabase } from "../proofs/database-relay.ts";

export type DatabaseLink = {
  url: string;
  /** Milliseconds each way. */
  delay: number;
  /** Half-open: connections stay, new ones are taken, and nothing arrives. */
  mute: boolean;
  /** Resets all connections that there are. */
  reset(): void;
};

export async function openDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
  const pass = (from: Socket, to: Socket) => {
    // Nothing overtakes what is on its way, also when the line is quick again.
    let before = Promise.resolve();
    from.on("data", (bytes) => {
      if (link.mute) return;
      const due = performance.now() + link.delay;
      before = before.then(async () => {
        const left = due - performance.now();
        if (left > 0) await sleep(left);
        if (!to.destroyed) to.write(bytes);
      });
    });
  };
  const { url, open } = await relayDatabase(databaseUrl, (shop, database) => {
    pass(shop, database);
    pass(database, shop);
  });
  const link: DatabaseLink = {
    url,
    delay: 0,
    mute: false,
    reset: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
  };
  return link;
}
