// A program elsewhere that receives messages of the shop.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook as Verifier } from "standardwebhooks";
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
    host,
    url: `http://${host}/hook`,
    received,
    answerWith: (next) => {
      answer = next;
    },
  };
}

/** A third of the attempts fails; half of these cut the connection. */
export function failOften({ answerWith }: WebhookReceiver): void {
  answerWith((response, count) => {
    if (count % 3 !== 0) response.end("ok");
    else if (count % 2 === 0) response.socket?.destroy();
    else response.writeHead(500).end("not now");
    return count % 3 !== 0;
  });
}

export const countAccepted = ({ received }: WebhookReceiver): number =>
  new Set(received.flatMap(({ headers, isAccepted }) => (isAccepted ? headers["webhook-id"] : [])))
    .size;

export type Message = { type: string; timestamp: string; data: Record<string, unknown> };

/** By a library of others; throws if the signature is wrong. */
export const verifyMessage = (secret: string, { body, headers }: ReceivedMessage) =>
  new Verifier(secret).verify(body, headers as Record<string, string>) as Message;

/** The prices that it accepted, by the ids of the parts. */
export function readAcceptedPrices(
  { received }: WebhookReceiver,
  secret: string,
): Map<unknown, number[]> {
  const prices = new Map<unknown, number[]>();
  for (const message of received) {
    const { data } = verifyMessage(secret, message);
    if (!message.isAccepted) continue;
    prices.set(data._id, [...(prices.get(data._id) ?? []), Number(data.price)]);
  }
  return prices;
}
