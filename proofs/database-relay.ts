// Relays connections between the shop and PostgreSQL, so that a proof can read or disturb them.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onEnd } from "#tests/on-end.ts";

type DatabaseRelay = { url: string; open: ReadonlySet<Socket> };

export async function relayDatabase(
  databaseUrl: string,
  pass: (shop: Socket, database: Socket) => void,
): Promise<DatabaseRelay> {
  const there = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((shop) => {
    const database = connect(Number(there.port), there.hostname);
    for (const [one, other] of [
      [shop, database],
      [database, shop],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on("error", () => {});
      one.once("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    pass(shop, database);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onEnd(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, open };
}
