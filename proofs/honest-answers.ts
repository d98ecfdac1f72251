// Records what the shop answers while it is disturbed.
import type { Shop } from "./start-shop.ts";

type Door = Pick<Shop, "request">;

/** Calls back with each answer, or with the error where there is none. */
function observe(
  { request }: Door,
  look: (asked: string, answer: Response | Error) => unknown,
): Door {
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

export type RecordedShop = Door & {
  /** Each dishonest answer, and each request without an answer. */
  dishonest: string[];
  deferred: () => number;
};

export function recordDishonestAnswers(shop: Door): RecordedShop {
  const dishonest: string[] = [];
  let deferred = 0;
  const door = observe(shop, async (asked, answer) => {
    if (answer instanceof Error) dishonest.push(`${asked}: ${describeError(answer)}`);
    else if (answer.status === 503 && answer.headers.has("retry-after")) deferred++;
    else if (answer.status >= 500) {
      dishonest.push(`${asked}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    }
  });
  return { ...door, dishonest, deferred: () => deferred };
}

export function recordFailures(shop: Door, timeoutMs: number) {
  const failed: string[] = [];
  let answers = 0;
  const timed: Door = {
    request: (path, init) =>
      shop.request(path, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  };
  const door = observe(timed, (asked, answer) => {
    answers++;
    if (answer instanceof Error) failed.push(`${asked}: ${describeError(answer)}`);
    else if (answer.status !== 200) failed.push(`${asked}: ${answer.status}`);
  });
  return { ...door, failed, answers: () => answers };
}
