import type { LimitKey } from "./limit-keys.ts";

export type RateLimit = { most: number; seconds: number };

/** In memory, per process, for calls too frequent for consume-limit.ts. Token bucket (GCRA). */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #periodMs: number;
  readonly #mostKeys: number;
  readonly #fullAt = new Map<string, number>();

  constructor({ most, seconds }: RateLimit, mostKeys = 50_000) {
    this.#intervalMs = (seconds * 1_000) / most;
    this.#periodMs = seconds * 1_000;
    this.#mostKeys = mostKeys;
  }

  /** Counts for each key, or for none of them: then so many seconds are to be waited. */
  consume(keys: readonly LimitKey[], now = performance.now()): number {
    const wait = this.waitSeconds(keys, now);
    if (wait === 0) this.charge(keys, 1, now);
    return wait;
  }

  waitSeconds(keys: readonly LimitKey[], now = performance.now()): number {
    return Math.max(...keys.map((key) => this.#waitSeconds(key, now)));
  }

  charge(keys: readonly LimitKey[], amount: number, now = performance.now()): void {
    for (const { key, factor } of keys) {
      const fullAt = Math.max(now, this.#fullAt.get(key) ?? now);
      this.#fullAt.delete(key);
      this.#fullAt.set(key, fullAt + (amount * this.#intervalMs) / factor);
    }
    this.#forget(now);
  }

  #waitSeconds({ key, factor }: LimitKey, now: number): number {
    const burstMs = this.#periodMs - this.#intervalMs / factor;
    const excessMs = (this.#fullAt.get(key) ?? now) - now - burstMs;
    return excessMs > 0 ? Math.ceil(excessMs / 1_000) : 0;
  }

  #forget(now: number): void {
    for (const [key, fullAt] of this.#fullAt) {
      if (fullAt > now && this.#fullAt.size <= this.#mostKeys) return;
      this.#fullAt.delete(key);
    }
  }
}
