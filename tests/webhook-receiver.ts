// A program elsewhere that receives messages of the shop.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type ReceivedMessage = { headers: IncomingHttpHeaders; body: string; isAccepted: boolean };

export type WebhookReceiver = {
  host: string;
  url: string;
  received: ReceivedMessage[];
  /** Of the message with this number, the first is 1. */
  answerWith(answer: (response: ServerResponse, count: number) => boolean): void;
};

export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  let answer = (response: ServerResponse, _count: number): boolean => {
    response.end("ok");
    return true;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const message = { headers: request.headers, body: Buffer.concat(chunks).toString() };
    const kept = { ...message, isAccepted: false };
    received.push(kept);
    kept.isAccepted = answer(response, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}/hook`, received },
    answerWith: (next) => {
      answer = next;
    },
  };
}
