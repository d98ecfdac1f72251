// A proxy to PostgreSQL that counts round trips.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

type RoundTripCounter = {
  url: string;
  all: number;
  /** On connections that looked up a session, so without those of jobs and events. */
  ofRequests: number;
};

export async function startRoundTripCounter(databaseUrl: string): Promise<RoundTripCounter> {
  const there = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((shop) => {
    const database = connect(Number(there.port), there.hostname);
    let wasAnswered = true;
    let isForRequests = false;
    shop.on("data", (bytes) => {
      isForRequests ||= bytes.includes("from sessions");
      if (wasAnswered) counter.all++;
      if (wasAnswered && isForRequests) counter.ofRequests++;
      wasAnswered = false;
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      wasAnswered = true;
      shop.write(bytes);
    });
    for (const [one, other] of [
      [shop, database],
      [database, shop],
    ] as const) {
      open.add(one);
      one.on("error", () => {}).once("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const counter = { url: url.href, all: 0, ofRequests: 0 };
  return counter;
}
