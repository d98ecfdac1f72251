import type { Topic } from "#contract/call.ts";

export const topics: readonly Topic[] = ["parts", "reviews", "users", "orders"];

/**
 * What this process knows of changes, its own and those of every other process. While it
 * cannot hear the others (`hearing` is false), nothing that it remembers may be trusted.
 */
export class Changes {
  hearing = false;
  readonly #listeners = new Set<(changed: readonly Topic[]) => void>();
  readonly #last = new Map<Topic, number>();

  tell(changed: readonly Topic[]): void {
    for (const topic of changed) this.#last.set(topic, performance.now());
    for (const listener of this.#listeners) listener(changed);
  }

  /** Called whenever hearing begins (again): anything may have happened before. */
  hear(): void {
    this.hearing = true;
    this.tell(topics);
  }

  lose(): void {
    this.hearing = false;
  }

  onChange(listener: (changed: readonly Topic[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The topics of which something changed in the last `milliseconds`. */
  within(milliseconds: number): Topic[] {
    const since = performance.now() - milliseconds;
    return topics.filter((topic) => (this.#last.get(topic) ?? 0) >= since);
  }
}
