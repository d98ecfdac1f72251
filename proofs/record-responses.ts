// Records what the shop answers while it is disturbed.
import type { Shop } from "./start-shop.ts";

type Requester = Pick<Shop, "request">;

/** Calls back with each answer, or with the error where there is none. */
function observe(
  { request }: Requester,
  look: (asked: string, answer: Response | Error) => unknown,
): Requester {
  return {
    async request(path, init = {}) {
      const asked = `${init.method ?? "GET"} ${path.split("?")[0]}`;
      try {
        const response = await request(path, init);
        await look(asked, response.clone());
        return response;
      } catch (error) {
        await look(asked, error as Error);
        throw error;
      }
    },
  };
}

const describeError = (error: Error) => `${error} ${error.cause ?? ""}`;

export type RecordedShop = Requester & {
  /** Each wrongResponses answer, and each request without an answer. */
  wrongResponses: string[];
  deferred: () => number;
};

export function recordWrongResponses(shop: Requester): RecordedShop {
  const wrongResponses: string[] = [];
  let deferred = 0;
  const requester = observe(shop, async (asked, answer) => {
    if (answer instanceof Error) wrongResponses.push(`${asked}: ${describeError(answer)}`);
    else if (answer.status === 503 && answer.headers.has("retry-after")) deferred++;
    else if (answer.status >= 500) {
      wrongResponses.push(`${asked}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    }
  });
  return { ...requester, wrongResponses, deferred: () => deferred };
}

export function recordFailures(shop: Requester, timeoutMs: number) {
  const failed: string[] = [];
  let answers = 0;
  const timed: Requester = {
    request: (path, init) =>
      shop.request(path, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  };
  const requester = observe(timed, (asked, answer) => {
    answers++;
    if (answer instanceof Error) failed.push(`${asked}: ${describeError(answer)}`);
    else if (answer.status !== 200) failed.push(`${asked}: ${answer.status}`);
  });
  return { ...requester, failed, answers: () => answers };
}
