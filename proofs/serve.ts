import { createServer, type RequestListener, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { onEnd } from "#tests/on-end.ts";

/** A server of the proof's own; answers its address. */
export async function serve(
  respond: RequestListener,
  options: ServerOptions = {},
): Promise<string> {
  const server = createServer(options, respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
