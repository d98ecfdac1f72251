import type { Topic } from "#contract/call.ts";

export const topics: readonly Topic[] = ["parts", "reviews", "users", "orders"];

/** For so long it is known whose orders changed. */
const ownKept = 10 * 60_000;

/**
 * What this process knows of changes, its own and those of every other process. While it
 * cannot hear the others (`hearing` is false), nothing that it remembers may be trusted.
 */
export class Changes {
  isConnected = false;
  readonly #listeners = new Set<(changed: readonly Topic[]) => void>();
  readonly #last = new Map<Topic, number>();
  readonly #ownListeners = new Set<(person: string | undefined) => void>();
  /** When orders of whom changed last, the oldest news first. */
  readonly #lastOf = new Map<string, number>();
  #heardSince = 0;

  notify(changed: readonly Topic[]): void {
    for (const topic of changed) this.#last.set(topic, performance.now());
    for (const listener of this.#listeners) listener(changed);
  }

  /** Orders of this person changed. */
  notifyOwner(person: string): void {
    const now = performance.now();
    this.#lastOf.delete(person);
    this.#lastOf.set(person, now);
    for (const [known, at] of this.#lastOf) {
      if (at >= now - ownKept) break;
      this.#lastOf.delete(known);
    }
    for (const listener of this.#ownListeners) listener(person);
  }

  /** Called whenever hearing begins (again): anything may have happened before. */
  markConnected(): void {
    this.isConnected = true;
    this.#heardSince = performance.now();
    this.notify(topics);
    for (const listener of this.#ownListeners) listener(undefined);
  }

  markDisconnected(): void {
    this.isConnected = false;
  }

  onChange(listener: (changed: readonly Topic[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Of whom; of nobody in particular where it may be of anybody. */
  onOwnerChange(listener: (person: string | undefined) => void): void {
    this.#ownListeners.add(listener);
  }

  /** Whether orders of this person may have changed in the last `milliseconds`. */
  ownerChangedWithin(person: string, milliseconds: number): boolean {
    const since = performance.now() - milliseconds;
    const last = Math.max(this.#lastOf.get(person) ?? 0, this.#heardSince);
    return milliseconds > ownKept || last >= since;
  }

  /** The topics of which something changed in the last `milliseconds`. */
  changedWithin(milliseconds: number): Topic[] {
    const since = performance.now() - milliseconds;
    return topics.filter((topic) => (this.#last.get(topic) ?? 0) >= since);
  }
}
