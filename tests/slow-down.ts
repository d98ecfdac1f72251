// Answers browsers late, so that a test that does not wait for what a page shows fails each time.
import type { IncomingMessage, Server } from "node:http";

/** `SLOW_MS=400 npm test -- FILE`: so long for what is sent, half of it for what is fetched. */
const slowMs = Number(process.env.SLOW_MS ?? 0);

export function slowDown(server: Server): void {
  if (!slowMs) return;
  const emit = server.emit.bind(server);
  server.emit = (name: string, ...given: unknown[]) => {
    const [request] = given as [IncomingMessage];
    const isOfBrowser = name === "request" && /Mozilla/.test(request.headers["user-agent"] ?? "");
    if (!isOfBrowser) return emit(name, ...given);
    setTimeout(() => emit(name, ...given), request.method === "GET" ? slowMs / 2 : slowMs);
    return true;
  };
}
