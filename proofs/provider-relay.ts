// Relays requests to the card provider, and can cut the connection before or after it acts.
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from "node:http";
import type { AddressInfo } from "node:net";
import { onEnd } from "#tests/on-end.ts";
import type { Moment } from "./statement-relay.ts";

export type ProviderRelay = {
  url: string;
  /** Of "POST /v1/refunds". True cuts the connection there. */
  watch: (moment: Moment, call: string) => boolean;
};

export async function relayProvider(provider: string): Promise<ProviderRelay> {
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${(request.url ?? "").split("?")[0]}`;
    const body = await bytesOf(request).catch(() => undefined);
    if (!body || relay.watch("before", call)) return void request.socket.destroy();
    try {
      const answer = await passOn(provider, request, body);
      const text = await bytesOf(answer);
      if (relay.watch("after", call)) request.socket.destroy();
      else give(response, answer, text);
    } catch {
      request.socket.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const relay: ProviderRelay = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    watch: () => false,
  };
  return relay;
}

async function passOn(provider: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const { hostname, port, host } = new URL(provider);
  const asking = sendRequest({ hostname, port, method, path: url, headers: { ...headers, host } });
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
