import { refuse } from "#contract/refusals.ts";
import { Refused } from "#server/http/refused.ts";

const busy = refuse("unavailable", "Too many people want that just now. Please try again shortly.");

const patience = refuse("unavailable", "Please let what you have sent already finish first.");

/** Work that is heavy for the machine: so much at once, so many waiting, and no more. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  readonly #rest: number;
  #working = 0;

  /** `rest`: while others wait, a turn pauses for so many times as long as its work took. */
  constructor(atOnce: number, mostWaiting: number, { rest = 0 } = {}) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
    this.#rest = rest;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#working < this.#atOnce) this.#working++;
    else if (this.#waiting.length >= this.#mostWaiting) throw new Refused(busy);
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const took = performance.now() - begun;
      if (this.#rest > 0 && this.#waiting.length > 0) {
        setTimeout(() => this.#passOn(), took * this.#rest);
      } else this.#passOn();
    }
  }

  /** The turn passes straight to the next, so that nobody can step in between. */
  #passOn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#working--;
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
