// Sends a body for as long as the server reads it.
import { type OutgoingHttpHeaders, request } from "node:http";

export type SendResult = {
  /** 0 if the connection was closed without a response. */
  status: number;
  /** Until the response began or the connection closed. */
  milliseconds: number;
  /** Bytes written. */
  sent: number;
};

type Pour = {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  bytes: number;
  /** With a Content-Length. */
  announced: boolean;
};

const piece = Buffer.alloc(64 * 1024, " ");

export function sendLargeBody(url: string, { method, path, headers, bytes, announced }: Pour) {
  const { port, host } = new URL(url);
  const length = announced ? { "content-length": bytes } : { "transfer-encoding": "chunked" };
  const began = performance.now();
  return new Promise<SendResult>((resolve) => {
    let sent = 0;
    const end = (status: number) => {
      resolve({ status, milliseconds: performance.now() - began, sent });
      asking.destroy();
    };
    const asking = request({
      host: "127.0.0.1",
      port,
      method,
      path,
      agent: false,
      headers: { host, ...headers, ...length },
    });
    const flow = () => {
      while (sent < bytes && !asking.destroyed) {
        const next = Math.min(piece.length, bytes - sent);
        sent += next;
        if (!asking.write(piece.subarray(0, next))) {
          asking.once("drain", flow);
          return;
        }
      }
      asking.end();
    };
    asking.on("response", ({ statusCode }) => end(statusCode ?? 0));
    // The server may close the connection while the body is being sent.
    asking.on("error", () => end(0));
    flow();
  });
}
