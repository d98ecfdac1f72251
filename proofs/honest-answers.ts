// What the shop answers while it is hurt: 503 with Retry-After is honest, no other failure is.
import type { Shop } from "./start-shop.ts";

export type RecordedShop = Pick<Shop, "request"> & {
  /** Each dishonest answer, and each request without an answer. */
  dishonest: string[];
  /** How many were answered 503 with Retry-After. */
  deferred: () => number;
};

export function recordDishonestAnswers({ request }: Pick<Shop, "request">): RecordedShop {
  const dishonest: string[] = [];
  let deferred = 0;
  return {
    dishonest,
    deferred: () => deferred,
    async request(path, init = {}) {
      const asked = `${init.method ?? "GET"} ${path.split("?")[0]}`;
      try {
        const response = await request(path, init);
        const { status, headers } = response;
        if (status === 503 && headers.has("retry-after")) deferred++;
        else if (status >= 500) {
          const text = await response.clone().text();
          dishonest.push(`${asked}: ${status} ${text.slice(0, 200)}`);
        }
        return response;
      } catch (error) {
        dishonest.push(`${asked}: ${error} ${(error as Error).cause ?? ""}`);
        throw error;
      }
    },
  };
}
