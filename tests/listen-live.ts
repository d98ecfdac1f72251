import { expect, onTestFinished } from "vitest";
import type { OpenShop } from "./open-shop.ts";
import type { SignedIn } from "./people.ts";

/** What a tab is told that shows these, as it comes. */
export async function listenLive(
  { url }: Pick<OpenShop, "url">,
  query = "",
  headers: Record<string, string> = {},
) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${url}/api/live?${query}`, { signal: leaving.signal, headers });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  let text = "";
  let ended = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes);
    ended = true;
  };
  read().catch(() => {});
  await expect.poll(() => text).toContain("event: alive");
  return { heard: () => text, hasEnded: () => ended };
}

export const cookiesOf = ({ cookies }: SignedIn) => ({
  cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
});
