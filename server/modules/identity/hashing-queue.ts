// Hashing is what visitors can make most expensive: see docs/decisions/sign-in.md.
import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { widestPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { FairQueue } from "#server/platform/rate-limits/fair-queue.ts";
import { addressKeys, type LimitKey } from "#server/platform/rate-limits/limit-keys.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import type { HashResult } from "./hash-in-thread.ts";

export type HashingClient = {
  address: string;
  knownTo?: string | undefined;
};

/** For the narrowest prefix of an address; a wider one has as many times more as its factor says. */
const cpuBudget = { most: 8_000, seconds: 600 };
const mostWaiting = 15;
/** Of a known account, from anywhere. */
const accountFactor = 0.5;

const busy = refuse(
  "unavailable",
  "Too many people are signing in right now. Please try again shortly.",
);
const isBusyWithYours = (seconds: number) =>
  refuse(
    "too-many",
    "Too many passwords were entered from your network. Please try again later.",
    undefined,
    seconds,
  );

/** The pause before the next, in multiples of the CPU time of the last: one for each who waits behind them. */
const maxPauseFactor = 4;
const maxKnownInARow = 3;

export class HashingQueue {
  readonly #concurrency: number;
  readonly #known = new FairQueue(60, mostWaiting);
  readonly #others = new FairQueue(120, mostWaiting);
  readonly #budget = new RateLimiter(cpuBudget);
  #running = 0;
  #knownInARow = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  async run(client: HashingClient, work: () => Promise<HashResult>): Promise<Buffer> {
    const keys = keysOf(client);
    const wait = this.#budget.waitSeconds(keys);
    if (wait > 0) throw new RefusalError(isBusyWithYours(wait));
    if (this.#running < this.#concurrency) this.#running++;
    else await this.#wait(client, keys);
    let usedMs = 0;
    try {
      const { tag, cpuMs } = await work();
      usedMs = cpuMs;
      return tag;
    } finally {
      this.#budget.charge(keys, usedMs);
      const behindNext = this.#known.size + this.#others.size - 1;
      if (behindNext < 1) this.#startNext();
      else setTimeout(() => this.#startNext(), usedMs * Math.min(behindNext, maxPauseFactor));
    }
  }

  #wait({ address, knownTo }: HashingClient, keys: LimitKey[]): Promise<void> {
    const queue = knownTo === undefined ? this.#others : this.#known;
    return new Promise((start, reject) => {
      const admission = queue.add({
        share: knownTo ?? widestPrefix(address),
        keys,
        start,
        drop: () => reject(new RefusalError(isBusyWithYours(5))),
      });
      if (admission === "full") reject(new RefusalError(busy));
      if (admission === "too many of one") reject(new RefusalError(isBusyWithYours(5)));
    });
  }

  #startNext(): void {
    const mayServeKnown = this.#others.size === 0 || this.#knownInARow < maxKnownInARow;
    const known = mayServeKnown ? this.#known.next() : undefined;
    this.#knownInARow = known ? this.#knownInARow + 1 : 0;
    const next = known ?? this.#others.next();
    if (next) next.start();
    else this.#running--;
  }
}

/** Known accounts count for themselves first, and their widest prefix apart from that of strangers. */
function keysOf({ address, knownTo }: HashingClient): LimitKey[] {
  const keys = addressKeys(address);
  if (knownTo === undefined) return keys;
  const known = keys.slice(-1).map(({ key, factor }) => ({ key: `known ${key}`, factor }));
  return [{ key: knownTo, factor: accountFactor }, ...known];
}
