// Who hashes a password when. Hashing is the most expensive thing that a visitor can ask for, so no
// network may keep others from it: see docs/decisions/request-limits.md.
import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { addressPrefix, addressPrefixes } from "#server/platform/rate-limits/address-prefix.ts";
import { FairQueue, type QueueLimit } from "#server/platform/rate-limits/fair-queue.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import type { HashResult } from "./hash-in-thread.ts";

/** For whom a password is hashed. */
export type HashingClient = {
  address: string;
  /** The account of which this is a known device, an open session or the link in a letter. */
  knownTo?: string | undefined;
};

/** So many wait at once, and so much time of a core is used in ten minutes. */
const bound = (most: number, seconds: number) => ({
  most,
  budget: new RateLimiter({ most: seconds * 1_000, seconds: 600 }),
});

const busy = refuse("unavailable", "Too many people want that just now. Please try again shortly.");
const networkIsBusy = (seconds: number) =>
  refuse(
    "too-many",
    "Very many passwords were entered in your network just now. Please try again in a while.",
    undefined,
    seconds,
  );

/** While others wait, the next begins after so many times what the last one used of a core. */
const pauseFactor = 4;
/** Known devices go first, but so many in a row at most while others wait. */
const mostKnownInARow = 3;

export class HashingQueue {
  readonly #concurrency: number;
  readonly #known = new FairQueue(60);
  readonly #others = new FairQueue(120);
  readonly #account = bound(2, 4);
  readonly #network = bound(30, 20);
  readonly #wideNetwork = bound(60, 60);
  #running = 0;
  #knownInARow = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  async run(client: HashingClient, work: () => Promise<HashResult>): Promise<Buffer> {
    const bounds = this.#boundsOf(client);
    const wait = Math.max(...bounds.map(({ key, budget }) => budget.waitSeconds(key)));
    if (wait > 0) throw new RefusalError(networkIsBusy(wait));
    if (this.#running < this.#concurrency) this.#running++;
    else await this.#waitForTurn(client, bounds);
    let usedMs = 0;
    try {
      const { tag, cpuMs } = await work();
      usedMs = cpuMs;
      return tag;
    } finally {
      for (const { key, budget } of bounds) budget.charge(key, usedMs);
      if (this.#known.size + this.#others.size === 0) this.#startNext();
      else setTimeout(() => this.#startNext(), usedMs * pauseFactor);
    }
  }

  #boundsOf({ address, knownTo }: HashingClient) {
    const [network, wide] = addressPrefixes(address);
    const kind = knownTo === undefined ? "" : "known ";
    return [
      ...(knownTo === undefined ? [] : [{ key: knownTo, ...this.#account }]),
      { key: kind + network, ...this.#network },
      ...(wide === undefined ? [] : [{ key: kind + wide, ...this.#wideNetwork }]),
    ];
  }

  #waitForTurn({ address, knownTo }: HashingClient, bounds: QueueLimit[]): Promise<void> {
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

  /** The place passes straight to the next, so that nobody can step in between. */
  #startNext(): void {
    const isKnownsTurn = this.#others.size === 0 || this.#knownInARow < mostKnownInARow;
    const known = isKnownsTurn ? this.#known.next() : undefined;
    this.#knownInARow = known ? this.#knownInARow + 1 : 0;
    const next = known ?? this.#others.next();
    if (next) next.start();
    else this.#running--;
  }
}
