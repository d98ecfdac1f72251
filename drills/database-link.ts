// The line between the shop and PostgreSQL, which can be slow, break, or swallow all that it is given.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

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
  const there = new URL(databaseUrl);
  const open = new Set<Socket>();
  const pass = (from: Socket, to: Socket) =>
    from.on("data", (bytes) => {
      if (link.mute) return;
      const arrive = () => !to.destroyed && to.write(bytes);
      if (link.delay > 0) setTimeout(arrive, link.delay);
      else arrive();
    });
  const server = createServer((shop) => {
    const database = connect(Number(there.port), there.hostname);
    const both: [Socket, Socket][] = [
      [shop, database],
      [database, shop],
    ];
    for (const [one, other] of both) {
      open.add(one);
      one.setNoDelay(true);
      one.on("error", () => {});
      one.once("close", () => {
        open.delete(one);
        other.destroy();
      });
      pass(one, other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const link: DatabaseLink = {
    url: url.href,
    delay: 0,
    mute: false,
    reset: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
  };
  return link;
}
