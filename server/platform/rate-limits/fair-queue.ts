export type QueueLimit = { key: string; most: number };

export type QueueEntry = {
  network: string;
  bounds: readonly QueueLimit[];
  start: () => void;
  drop: () => void;
};

export type Admission = "waiting" | "full" | "too many of one";

/** However many entries one network adds, it delays others by one entry per turn. */
export class FairQueue {
  readonly #most: number;
  readonly #queues = new Map<string, QueueEntry[]>();
  readonly #counts = new Map<string, number>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  add(entry: QueueEntry): Admission {
    const isTooMany = entry.bounds.some(({ key, most }) => (this.#counts.get(key) ?? 0) >= most);
    if (isTooMany) return "too many of one";
    const queue = this.#queues.get(entry.network) ?? [];
    if (this.#size >= this.#most && !this.#makeRoom(queue.length + 1)) return "full";
    this.#queues.set(entry.network, queue);
    queue.push(entry);
    this.#count(entry, 1);
    return "waiting";
  }

  next(): QueueEntry | undefined {
    for (const [network, queue] of this.#queues) {
      const entry = queue.shift();
      this.#queues.delete(network);
      if (queue.length > 0) this.#queues.set(network, queue);
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

  #count({ bounds }: QueueEntry, change: 1 | -1): void {
    this.#size += change;
    for (const { key } of bounds) {
      const count = (this.#counts.get(key) ?? 0) + change;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}
