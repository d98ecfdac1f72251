import { AsyncLocalStorage } from "node:async_hooks";

type Collected = { tags: Set<string>; until: number };

/** Several pages are rendered at once, each with calls of its own. */
const collected = new AsyncLocalStorage<Collected>();

/** `until`: the time in milliseconds from which the answer is another one, whatever changes. */
export async function collectTags<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; tags: string[]; until: number }> {
  const found: Collected = { tags: new Set(), until: Number.POSITIVE_INFINITY };
  const result = await collected.run(found, work);
  return { result, tags: [...found.tags], until: found.until };
}

export function addTags(tags: readonly string[]): void {
  const all = collected.getStore()?.tags;
  for (const tag of tags) all?.add(tag);
}

/** Called by handlers of cached calls whose answer depends on the time. */
export function keepUntil(time: number): void {
  const found = collected.getStore();
  if (found) found.until = Math.min(found.until, time);
}
