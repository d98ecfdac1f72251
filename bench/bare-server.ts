// The limit: a bare node:http server that answers the bytes of the given file and nothing else.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type BareAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Answers 304 to requests that bring this one. */
  etag: string;
};

const [file = ""] = process.argv.slice(2);
const { status, headers, body, etag }: BareAnswer = JSON.parse(readFileSync(file, "utf8"));
const bytes = Buffer.from(body, "base64");
const { "content-length": _, ...headersOfNothing } = headers;

const server = createServer((request, response) => {
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, headersOfNothing).end();
    return;
  }
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`Ready: http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("disconnect", () => process.exit());
