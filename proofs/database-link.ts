// The connection between the shop and PostgreSQL, which can be slow, break, or go silent.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { relayDatabase } from "./database-relay.ts";

export type DatabaseLink = {
  url: string;
  delayMs: number;
  /** Half-open: connections stay, new ones are taken, and nothing arrives. */
  isSilent: boolean;
  reset(): void;
};

export async function openDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
  const pass = (from: Socket, to: Socket) => {
    // Nothing overtakes what is on its way, also when the delay ends.
    let before = Promise.resolve();
    from.on("data", (bytes) => {
      if (link.isSilent) return;
      const due = performance.now() + link.delayMs;
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
    delayMs: 0,
    isSilent: false,
    reset: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
  };
  return link;
}
