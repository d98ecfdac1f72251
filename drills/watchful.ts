// What the shop says while it is hurt: "come again" is honest, and nothing else that is no answer is.
import type { OpenShop } from "#tests/open-shop.ts";

export type Watchful = Pick<OpenShop, "request"> & {
  /** Each answer that was none of the honest ones, as a sentence. */
  dishonest: string[];
  /** How often somebody was told to come again. */
  later: () => number;
};

export function watchful({ request }: Pick<OpenShop, "request">): Watchful {
  const dishonest: string[] = [];
  let later = 0;
  return {
    dishonest,
    later: () => later,
    async request(path, init = {}) {
      const asked = `${init.method ?? "GET"} ${path.split("?")[0]}`;
      try {
        const response = await request(path, init);
        if (response.status === 503 && response.headers.has("retry-after")) later++;
        else if (response.status >= 500) {
          dishonest.push(
            `${asked}: ${response.status} ${(await response.clone().text()).slice(0, 200)}`,
          );
        }
        return response;
      } catch (error) {
        dishonest.push(`${asked}: ${String(error)} ${String((error as Error).cause ?? "")}`);
        throw error;
      }
    },
  };
}
