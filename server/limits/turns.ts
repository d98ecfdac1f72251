import { refuse } from "#contract/refusals.ts";
import { Refused } from "#server/http/refused.ts";

const busy = refuse("unavailable", "Too many people want that just now. Please try again shortly.");

const patience = refuse("unavailable", "Please let what you have sent already finish first.");

/** Work that is heavy for the machine: so much at once, so many waiting, and no more. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#working < this.#atOnce) this.#working++;
    else if (this.#waiting.length >= this.#mostWaiting) throw new Refused(busy);
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn passes straight to the next, so that nobody can step in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#working--;
    }
  }
}

/** So much at once for each one, whoever else there is. */
export class Share {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  async take<Result>(whose: string, work: () => Promise<Result>): Promise<Result> {
    const taken = this.#taken.get(whose) ?? 0;
    if (taken >= this.#most) throw new Refused(patience);
    this.#taken.set(whose, taken + 1);
    try {
      return await work();
    } finally {
      const left = (this.#taken.get(whose) ?? 1) - 1;
      if (left > 0) this.#taken.set(whose, left);
      else this.#taken.delete(whose);
    }
  }
}
