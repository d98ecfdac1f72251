import type { ServerResponse } from "node:http";

/** False if the client has gone already. */
export function openEventStream(
  response: ServerResponse,
  headers: Record<string, string>,
  first: string,
): boolean {
  if (response.destroyed || !response.socket) return false;
  // The response ends with the connection, and no other request can follow.
  response.removeHeader("transfer-encoding");
  response.setHeaders(new Map(Object.entries({ ...headers, connection: "close" })));
  response.write(first);
  return true;
}
