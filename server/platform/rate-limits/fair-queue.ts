import type { LimitKey } from "./limit-keys.ts";

export type QueueEntry = {
  /** Entries of one share are served one after the other, the shares in turn. */
  share: string;
  keys: readonly LimitKey[];
  start: () => void;
  drop: () => void;
};

export type Admission = "waiting" | "full" | "too many of one";

/** However many entries one share has, it delays the others by one entry per turn. */
export class FairQueue {
  readonly #most: number;
  readonly #mostOfKey: number;
  readonly #queues = new Map<string, QueueEntry[]>();
  readonly #counts = new Map<string, number>();
  #size = 0;

  constructor(most: number, mostOfKey: number) {
    this.#most = most;
    this.#mostOfKey = mostOfKey;
  }

  get size(): number {
    return this.#size;
  }

  add(entry: QueueEntry): Admission {
    const isTooMany = entry.keys.some(
      ({ key, factor }) => (this.#counts.get(key) ?? 0) >= this.#mostOfKey * factor,
    );
    if (isTooMany) return "too many of one";
    const queue = this.#queues.get(entry.share) ?? [];
    if (this.#size >= this.#most && !this.#makeRoom(queue.length + 1)) return "full";
    this.#queues.set(entry.share, queue);
    queue.push(entry);
    this.#count(entry, 1);
    return "waiting";
  }

  next(): QueueEntry | undefined {
    for (const [share, queue] of this.#queues) {
      const entry = queue.shift();
      this.#queues.delete(share);
      if (queue.length > 0) this.#queues.set(share, queue);
      if (entry) this.#count(entry, -1);
      return entry;
    }
    return undefined;
  }

  /** Evicts the newest entry of the longest queue, if that is longer than the newcomer's. */
  #makeRoom(newLength: number): boolean {
    let longest: QueueEntry[] = [];
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= newLength) return false;
    const dropped = longest.pop();
    if (!dropped) return false;
    this.#count(dropped, -1);
    dropped.drop();
    return true;
  }

  #count({ keys }: QueueEntry, change: 1 | -1): void {
    this.#size += change;
    for (const { key } of keys) {
      const count = (this.#counts.get(key) ?? 0) + change;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}
