// HTTP exactly as told: other clients tidy up addresses and add headers, which an attacker does not.
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { checkAgainstContract } from "#tests/check-response.ts";

export type SentRequest = {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | undefined;
};
export type TimedResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  milliseconds: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export async function sendRequest(url: string, asked: SentRequest): Promise<TimedResponse> {
  const answered = await send(url, asked);
  checkAgainstContract(asked, { ...answered, type: answered.headers["content-type"] ?? "" });
  return answered;
}

export function sendJson(
  url: string,
  method: string,
  path: string,
  { headers, body }: { headers?: OutgoingHttpHeaders; body?: object | undefined } = {},
): Promise<TimedResponse> {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const sent = { origin: url, ...type, ...headers };
  return sendRequest(url, { method, path, headers: sent, body: body && JSON.stringify(body) });
}

function send(url: string, { method, path, headers, body }: SentRequest): Promise<TimedResponse> {
  const { port, host } = new URL(url);
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const sentHeaders = { host, ...length, ...headers };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const to = { agent, host: "127.0.0.1", port, method, path, headers: sentHeaders };
    const sent = request(to, (response) => {
      const chunks: Buffer[] = [];
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          milliseconds: performance.now() - started,
        });
      // A stream has no end; that it was opened is the answer.
      if (/event-stream/.test(response.headers["content-type"] ?? "")) {
        response.destroy();
        return finish();
      }
      response.on("data", (chunk) => chunks.push(chunk)).on("end", finish);
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
  atOnce = 8,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [at, item] of left) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

export function countEach(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
