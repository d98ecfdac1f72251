// The limit: a bare node:http server that sends the response in the given file, in WORKERS processes.
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type BareAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Requests with this ETag get 304. */
  etag: string;
};

const processes = Number(process.env.WORKERS ?? 1);

function serve(): void {
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
    if (cluster.isPrimary) sayReady((server.address() as AddressInfo).port);
  });
}

function serveInSeveral(): void {
  let listening = 0;
  cluster.on("listening", (_, { port }) => {
    listening++;
    if (listening === processes) sayReady(port);
  });
  for (let each = 0; each < processes; each++) cluster.fork();
}

function sayReady(port: number): void {
  console.log(`Ready: http://127.0.0.1:${port}`);
}

if (processes > 1 && cluster.isPrimary) serveInSeveral();
else serve();
process.once("disconnect", () => process.exit());
