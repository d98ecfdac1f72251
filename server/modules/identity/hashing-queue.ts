// Hashing is what visitors can make most expensive: see docs/decisions/passwords.md.
import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { addressPrefix, addressPrefixes } from "#server/platform/rate-limits/address-prefix.ts";
import { FairQueue, type QueueLimit } from "#server/platform/rate-limits/fair-queue.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import type { HashResult } from "./hash-in-thread.ts";

export type HashingClient = {
  address: string;
  knownTo?: string | undefined;
};

const limit = (most: number, cpuSeconds: number) => ({
  most,
  budget: new RateLimiter({ most: cpuSeconds * 1_000, seconds: 600 }),
});

const busy = refuse(
  "unavailable",
  "Too many people are signing in right now. Please try again shortly.",
);
const networkIsBusy = (seconds: number) =>
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
  readonly #known = new FairQueue(60);
  readonly #others = new FairQueue(120);
  readonly #account = limit(2, 4);
  readonly #network = limit(30, 20);
  readonly #wideNetwork = limit(60, 60);
  #running = 0;
  #knownInARow = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  async run(client: HashingClient, work: () => Promise<HashResult>): Promise<Buffer> {
    const limits = this.#limitsOf(client);
    const wait = Math.max(...limits.map(({ key, budget }) => budget.waitSeconds(key)));
    if (wait > 0) throw new RefusalError(networkIsBusy(wait));
    if (this.#running < this.#concurrency) this.#running++;
    else await this.#wait(client, limits);
    let usedMs = 0;
    try {
      const { tag, cpuMs } = await work();
      usedMs = cpuMs;
      return tag;
    } finally {
      for (const { key, budget } of limits) budget.charge(key, usedMs);
      const behindNext = this.#known.size + this.#others.size - 1;
      if (behindNext < 1) this.#startNext();
      else setTimeout(() => this.#startNext(), usedMs * Math.min(behindNext, maxPauseFactor));
    }
  }

  #limitsOf({ address, knownTo }: HashingClient) {
    const [network, wide] = addressPrefixes(address);
    const kind = knownTo === undefined ? "" : "known ";
    return [
      ...(knownTo === undefined ? [] : [{ key: knownTo, ...this.#account }]),
      { key: kind + network, ...this.#network },
      ...(wide === undefined ? [] : [{ key: kind + wide, ...this.#wideNetwork }]),
    ];
  }

  #wait({ address, knownTo }: HashingClient, bounds: QueueLimit[]): Promise<void> {
    const queue = knownTo === undefined ? this.#others : this.#known;
    return new Promise((start, reject) => {
      const admission = queue.add({
        network: addressPrefix(address),
        bounds,
        start,
        drop: () => reject(new RefusalError(networkIsBusy(5))),
      });
      if (admission === "full") reject(new RefusalError(busy));
      if (admission === "too many of one") reject(new RefusalError(networkIsBusy(5)));
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
