import { AsyncLocalStorage } from "node:async_hooks";

/** Several pages are rendered at once, each with calls of its own. */
const collected = new AsyncLocalStorage<Set<string>>();

export async function collectTags<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; tags: string[] }> {
  const tags = new Set<string>();
  const result = await collected.run(tags, work);
  return { result, tags: [...tags] };
}

export function addTags(tags: readonly string[]): void {
  const all = collected.getStore();
  for (const tag of tags) all?.add(tag);
}
