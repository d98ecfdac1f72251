/** How many entries may wait under this key at once. */
export type QueueLimit = { key: string; most: number };

export type QueueEntry = {
  /** Those of one network wait in one line; the lines are served in turn. */
  network: string;
  bounds: readonly QueueLimit[];
  start: () => void;
  /** Instead of `start`, when the entry has to make room. */
  drop: () => void;
};

export type Admission = "waiting" | "full" | "too many of one";

/** Fair queueing: however many entries one network adds, it delays others by one entry each time. */
export class FairQueue {
  readonly #most: number;
  /** The network that was served longest ago comes first. */
  readonly #lines = new Map<string, QueueEntry[]>();
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
    const line = this.#lines.get(entry.network) ?? [];
    if (this.#size >= this.#most && !this.#makeRoom(line.length + 1)) return "full";
    this.#lines.set(entry.network, line);
    line.push(entry);
    this.#count(entry, 1);
    return "waiting";
  }

  next(): QueueEntry | undefined {
    for (const [network, line] of this.#lines) {
      const entry = line.shift();
      this.#lines.delete(network);
      if (line.length > 0) this.#lines.set(network, line);
      if (entry) this.#count(entry, -1);
      return entry;
    }
    return undefined;
  }

  /** The newest entry of the longest line goes, if that line is longer than the newcomer's. */
  #makeRoom(newLength: number): boolean {
    let longest: QueueEntry[] = [];
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
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
