// Sends a body for as long as somebody takes it, as who means to fill a disk or a memory does.
import { type OutgoingHttpHeaders, request } from "node:http";

export type SendResult = {
  /** 0 where the shop closed the line without a word. */
  status: number;
  /** Until the answer began, or the line was closed. */
  milliseconds: number;
  /** How much of it was taken. */
  sent: number;
};

type Pour = {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  bytes: number;
  /** Whether it says beforehand how much will come. */
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
      ...{ host: "127.0.0.1", port, method, path, agent: false },
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
    // Who is refused while still talking may find the line cut.
    asking.on("error", () => end(0));
    flow();
  });
}
