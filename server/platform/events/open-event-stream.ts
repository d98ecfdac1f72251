import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Detaches the socket, because request and response would hold most of the memory. */
export function openEventStream(
  response: ServerResponse,
  headers: Record<string, string>,
  first: string,
): Socket | undefined {
  const { socket } = response;
  if (!socket || response.destroyed) return undefined;
  // The response ends with the connection.
  response.removeHeader("transfer-encoding");
  response.writeHead(200, { ...headers, connection: "close" });
  response.write(first);
  response.detachSocket(socket);
  // No other request can follow.
  socket.prependOnceListener("data", destroy);
  return socket;
}

function destroy(this: Socket): void {
  this.destroy();
}
