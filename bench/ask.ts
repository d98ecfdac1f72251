import { Agent, request } from "node:http";

export type Asked = { path: string; body?: string };
export type Ask = (asked: Asked) => Promise<number>;

/** Resolves to the milliseconds until the whole answer is there. */
export function asking(url: string): Ask {
  const agent = new Agent({ keepAlive: true });
  return ({ path, body }) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const method = body === undefined ? "GET" : "POST";
      const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
      const sent = request(url + path, { method, headers, agent }, (response) => {
        response.resume();
        response.on("end", () => {
          if (response.statusCode === 200) resolve(performance.now() - began);
          else reject(new Error(`${path} answers ${response.statusCode}`));
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
}

export function percentile(taken: number[], share: number): number {
  const sorted = taken.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
}

const together = 8;
const seconds = 20;

/** Eight ask without a pause, each the next of the same order. */
export async function measureMixed(
  ask: Ask,
  askedAt: (n: number) => Asked | undefined,
): Promise<{ perSecond: number; p95: number }> {
  const taken: number[] = [];
  const end = performance.now() + seconds * 1_000;
  let next = 0;
  const askOn = async () => {
    while (performance.now() < end) {
      const asked = askedAt(next++);
      if (asked) taken.push(await ask(asked));
    }
  };
  await Promise.all(Array.from({ length: together }, askOn));
  return { perSecond: Math.round(taken.length / seconds), p95: percentile(taken, 0.95) };
}
