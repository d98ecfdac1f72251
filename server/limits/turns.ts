import { refuse } from "#contract/refusals.ts";
import { Refused } from "#server/http/refused.ts";

const busy = refuse("unavailable", "Too many people want that just now. Please try again shortly.");

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
