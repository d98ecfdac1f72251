import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import type { LimitKey } from "./limit-keys.ts";

const busy = refuse("unavailable", "The shop is busy right now. Please try again shortly.");

const tooManyOfOne = refuse("unavailable", "Please wait until your previous request has finished.");

export class Semaphore {
  readonly #concurrency: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(concurrency: number, mostWaiting: number) {
    this.#concurrency = concurrency;
    this.#mostWaiting = mostWaiting;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#concurrency) this.#running++;
    else if (this.#waiting.length >= this.#mostWaiting) throw new RefusalError(busy);
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** Hands the slot over directly, so that no newcomer can take it. */
  #startNext(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}

export class KeyedSemaphore {
  readonly #most: number;
  readonly #running = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  async run<Result>(keys: readonly LimitKey[], work: () => Promise<Result>): Promise<Result> {
    if (keys.some(({ key, factor }) => this.#count(key) >= this.#most * factor)) {
      throw new RefusalError(tooManyOfOne);
    }
    for (const { key } of keys) this.#running.set(key, this.#count(key) + 1);
    try {
      return await work();
    } finally {
      for (const { key } of keys) {
        const left = this.#count(key) - 1;
        if (left > 0) this.#running.set(key, left);
        else this.#running.delete(key);
      }
    }
  }

  #count(key: string): number {
    return this.#running.get(key) ?? 0;
  }
}
