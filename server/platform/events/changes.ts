import type { Topic } from "#contract/call.ts";

export const topics: readonly Topic[] = ["parts", "reviews", "users", "orders"];

/** How long the time of an owner's last change is kept. */
const ownerHistoryMs = 10 * 60_000;

/**
 * The changes that this process knows of, its own and those of other processes. While `isConnected`
 * is false it may miss some, so nothing cached may be trusted.
 */
export class Changes {
  isConnected = false;
  readonly #listeners = new Set<(changed: readonly Topic[]) => void>();
  readonly #lastChange = new Map<Topic, number>();
  readonly #ownerListeners = new Set<(owner: string | undefined) => void>();
  /** When orders of each owner changed last, oldest first. */
  readonly #lastOwnerChange = new Map<string, number>();
  #connectedAt = 0;

  notify(changed: readonly Topic[]): void {
    for (const topic of changed) this.#lastChange.set(topic, performance.now());
    for (const listener of this.#listeners) listener(changed);
  }

  /** Orders of this person changed. */
  notifyOwner(owner: string): void {
    const now = performance.now();
    this.#lastOwnerChange.delete(owner);
    this.#lastOwnerChange.set(owner, now);
    for (const [known, at] of this.#lastOwnerChange) {
      if (at >= now - ownerHistoryMs) break;
      this.#lastOwnerChange.delete(known);
    }
    for (const listener of this.#ownerListeners) listener(owner);
  }

  /** Anything may have changed while disconnected, so every listener is notified. */
  markConnected(): void {
    this.isConnected = true;
    this.#connectedAt = performance.now();
    this.notify(topics);
    for (const listener of this.#ownerListeners) listener(undefined);
  }

  markDisconnected(): void {
    this.isConnected = false;
  }

  onChange(listener: (changed: readonly Topic[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The listener gets undefined when orders of anyone may have changed. */
  onOwnerChange(listener: (owner: string | undefined) => void): void {
    this.#ownerListeners.add(listener);
  }

  /** Whether orders of this person may have changed in the last `milliseconds`. */
  ownerChangedWithin(owner: string, milliseconds: number): boolean {
    const since = performance.now() - milliseconds;
    const last = Math.max(this.#lastOwnerChange.get(owner) ?? 0, this.#connectedAt);
    return milliseconds > ownerHistoryMs || last >= since;
  }

  /** The topics that changed in the last `milliseconds`. */
  changedWithin(milliseconds: number): Topic[] {
    const since = performance.now() - milliseconds;
    return topics.filter((topic) => (this.#lastChange.get(topic) ?? 0) >= since);
  }
}
