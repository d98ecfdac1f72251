import { type Refusal, type RefusalCode, refuse } from "#contract/refusals.ts";

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

export const notConfirmed = refuse("not-confirmed", "Please confirm first that it is you.");

/** Thrown, so that the transaction is rolled back. */
export function invalidField(field: string, message: string): RefusalError {
  return new RefusalError(refuse("invalid", `${message}. Please check it.`, { [field]: message }));
}
