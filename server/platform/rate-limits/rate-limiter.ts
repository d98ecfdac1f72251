// So many in a time, evenly or in a burst, counted in the memory of this process: for what is asked
// so often that counting it in the database (take.ts) would cost more than what is counted.

export type RateLimit = { most: number; seconds: number };

export class RateLimiter {
  readonly #each: number;
  readonly #burst: number;
  readonly #mostKeys: number;
  /** When each one's burst will be whole again, the longest unseen first. */
  readonly #whole = new Map<string, number>();

  constructor({ most, seconds }: RateLimit, mostKeys = 50_000) {
    this.#each = (seconds * 1_000) / most;
    this.#burst = (most - 1) * this.#each;
    this.#mostKeys = mostKeys;
  }

  /** How many seconds to wait; 0 when it may be now, and then it is taken. */
  consume(key: string, now = performance.now()): number {
    const wait = this.waitSeconds(key, now);
    if (wait === 0) this.charge(key, 1, now);
    return wait;
  }

  /** The same without taking it: for what is only known afterwards. */
  waitSeconds(key: string, now = performance.now()): number {
    const early = (this.#whole.get(key) ?? now) - now - this.#burst;
    return early > 0 ? Math.ceil(early / 1_000) : 0;
  }

  charge(key: string, amount: number, now = performance.now()): void {
    const whole = Math.max(now, this.#whole.get(key) ?? now);
    this.#whole.delete(key);
    this.#whole.set(key, whole + amount * this.#each);
    this.#forget(now);
  }

  /** Whoever's burst is whole is as if they had never come; and never are there too many. */
  #forget(now: number): void {
    for (const [key, whole] of this.#whole) {
      if (whole > now && this.#whole.size <= this.#mostKeys) return;
      this.#whole.delete(key);
    }
  }
}
