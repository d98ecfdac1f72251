// So many in a time, evenly or in a burst, counted in the memory of this process: for what is asked
// so often that counting it in the database (take.ts) would cost more than what is counted.

export type Speed = { most: number; seconds: number };

export class Pace {
  readonly #each: number;
  readonly #burst: number;
  readonly #mostKeys: number;
  /** When each one's burst will be whole again, the longest unseen first. */
  readonly #whole = new Map<string, number>();

  constructor({ most, seconds }: Speed, mostKeys = 50_000) {
    this.#each = (seconds * 1_000) / most;
    this.#burst = (most - 1) * this.#each;
    this.#mostKeys = mostKeys;
  }

  /** How many seconds to wait; 0 when it may be now, and then it is taken. */
  take(key: string, now = performance.now()): number {
    const whole = Math.max(now, this.#whole.get(key) ?? now);
    const early = whole - now - this.#burst;
    if (early > 0) return Math.ceil(early / 1_000);
    this.#whole.delete(key);
    this.#whole.set(key, whole + this.#each);
    this.#forget(now);
    return 0;
  }

  /** Whoever's burst is whole is as if they had never come; and never are there too many. */
  #forget(now: number): void {
    for (const [key, whole] of this.#whole) {
      if (whole > now && this.#whole.size <= this.#mostKeys) return;
      this.#whole.delete(key);
    }
  }
}
