import type { IncomingMessage } from "node:http";
import { invalidRequest } from "./errors.ts";

const most = 100_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const bytes of request) {
    length += bytes.length;
    if (length > most) throw invalidRequest("The request is too large", {}, 413);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}
