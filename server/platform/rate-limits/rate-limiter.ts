export type RateLimit = { most: number; seconds: number };

/** In memory, per process, for calls too frequent for consume-limit.ts. Token bucket (GCRA). */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  readonly #mostKeys: number;
  readonly #fullAt = new Map<string, number>();

  constructor({ most, seconds }: RateLimit, mostKeys = 50_000) {
    this.#intervalMs = (seconds * 1_000) / most;
    this.#burstMs = (most - 1) * this.#intervalMs;
    this.#mostKeys = mostKeys;
  }

  consume(key: string, now = performance.now()): number {
    const wait = this.waitSeconds(key, now);
    if (wait === 0) this.charge(key, 1, now);
    return wait;
  }

  waitSeconds(key: string, now = performance.now()): number {
    const excessMs = (this.#fullAt.get(key) ?? now) - now - this.#burstMs;
    return excessMs > 0 ? Math.ceil(excessMs / 1_000) : 0;
  }

  charge(key: string, amount: number, now = performance.now()): void {
    const fullAt = Math.max(now, this.#fullAt.get(key) ?? now);
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt + amount * this.#intervalMs);
    this.#forget(now);
  }

  #forget(now: number): void {
    for (const [key, fullAt] of this.#fullAt) {
      if (fullAt > now && this.#fullAt.size <= this.#mostKeys) return;
      this.#fullAt.delete(key);
    }
  }
}
