// A place between the shop and PostgreSQL: each connection that comes in gets one of its own beyond.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

type Between = { url: string; open: ReadonlySet<Socket> };

/** When one of the two ends, so does the other; what passes is the caller's. */
export async function standBetween(
  databaseUrl: string,
  pass: (shop: Socket, database: Socket) => void,
): Promise<Between> {
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
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, open };
}
