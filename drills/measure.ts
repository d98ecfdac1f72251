// Times of single answers, and what can be read from them.
import { Agent, request } from "node:http";

export type Timed = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  milliseconds: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Asks as a program would that wants to know how long it takes, and nothing else. */
export function timed(
  url: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<Timed> {
  const { hostname, port, origin } = new URL(url);
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const own = {
    origin,
    ...(sent && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) }),
  };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const asking = request(
      { agent, hostname, port, method, path, headers: { ...own, ...headers } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          const milliseconds = performance.now() - started;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            milliseconds,
          });
        });
        response.on("error", reject);
      },
    );
    asking.on("error", reject);
    asking.end(sent);
  });
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}
