// Asks the shop by HTTP exactly as told: a browser's or fetch's own client tidies addresses up and
// adds headers, and whoever attacks does neither.
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { checkAgainstContract } from "#tests/check-response.ts";

export type Asked = {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | undefined;
};
export type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export async function ask(url: string, asked: Asked): Promise<Answered> {
  const answered = await send(url, asked);
  const type = answered.headers["content-type"] ?? "";
  checkAgainstContract(asked, { ...answered, type });
  return answered;
}

function send(url: string, { method, path, headers, body }: Asked): Promise<Answered> {
  const { port } = new URL(url);
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { host: `localhost:${port}`, ...length, ...headers },
      },
      (response) => {
        const answer = { status: response.statusCode ?? 0, headers: response.headers };
        // A stream has no end; that it was opened is the answer.
        if (/event-stream/.test(response.headers["content-type"] ?? "")) {
          response.destroy();
          return resolve({ ...answer, text: "" });
        }
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => resolve({ ...answer, text: Buffer.concat(chunks).toString() }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** All of them, so many at a time, in their order. */
export async function eachOf<Item, Result>(
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
