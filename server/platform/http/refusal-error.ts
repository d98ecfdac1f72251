import type { Refusal } from "#contract/refusals.ts";

/** An expected refusal on its way out of code that cannot return it. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
