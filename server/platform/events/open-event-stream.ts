import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Answers, and goes on with the connection alone, to say whatever and whenever. Request, reply and
 * response, with all that hangs on them, are most of what an open line would hold in memory.
 */
export function openEventStream(
  response: ServerResponse,
  headers: Record<string, string>,
  first: string,
): Socket | undefined {
  const { socket } = response;
  if (!socket || response.destroyed) return undefined;
  // The answer ends when the line does, so nothing need be said of its length, in all or in parts.
  response.removeHeader("transfer-encoding");
  response.writeHead(200, { ...headers, connection: "close" });
  response.write(first);
  response.detachSocket(socket);
  // Nothing more is asked on it: the answer has no end at which another could begin.
  socket.prependOnceListener("data", hangUp);
  return socket;
}

function hangUp(this: Socket): void {
  this.destroy();
}
