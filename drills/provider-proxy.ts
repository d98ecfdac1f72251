// Stands between the shop and its card provider, and can end it all just before the provider hears
// of something, or when it was done and its answer is on the way.
import { once } from "node:events";
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Moment } from "./database-proxy.ts";

export type ProviderProxy = {
  url: string;
  /** Of "POST /v1/refunds". True cuts the connection there. */
  watch: (moment: Moment, call: string) => boolean;
};

export async function openProviderProxy(provider: string): Promise<ProviderProxy> {
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${(request.url ?? "").split("?")[0]}`;
    const body = await bytesOf(request).catch(() => undefined);
    if (!body || proxy.watch("before", call)) return void request.socket.destroy();
    try {
      const answer = await passOn(provider, request, body);
      const text = await bytesOf(answer);
      if (proxy.watch("after", call)) request.socket.destroy();
      else give(response, answer, text);
    } catch {
      request.socket.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const proxy: ProviderProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    watch: () => false,
  };
  return proxy;
}

async function passOn(provider: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const { hostname, port, host } = new URL(provider);
  const asking = ask({ hostname, port, method, path: url, headers: { ...headers, host } });
  asking.end(body);
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return answer;
}

function give(response: ServerResponse, { statusCode, headers }: IncomingMessage, body: Buffer) {
  const { connection: _, "transfer-encoding": __, ...kept } = headers;
  response.writeHead(statusCode ?? 500, { ...kept, "content-length": body.length }).end(body);
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
