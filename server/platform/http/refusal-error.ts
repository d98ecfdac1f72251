import type { Refusal, RefusalCode } from "#contract/refusals.ts";

/** Carries an expected refusal out of code that cannot return it. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }

  get code(): RefusalCode {
    return this.refusal.code;
  }

  get present(): unknown {
    return this.refusal.present;
  }
}
