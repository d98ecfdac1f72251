export const refusalStatus = {
  malformed: 400,
  invalid: 400,
  "not-signed-in": 401,
  "not-allowed": 403,
  "not-confirmed": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "too-slow": 408,
  conflict: 409,
  gone: 410,
  "refund-too-large": 409,
  "not-paid": 409,
  shipped: 409,
  "already-shipped": 409,
  "nothing-to-return": 409,
  "reserved-by": 409,
  "too-large": 413,
  "unsupported-media-type": 415,
  "key-reused": 409,
  "too-many": 429,
  surprise: 500,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

export type FieldMessages = Record<string, string>;

export type RefusalBody = {
  error: { code: RefusalCode; message: string; fields?: FieldMessages; present?: unknown };
};

/** An expected error is a value that a handler returns; exceptions are for surprises. */
export class Refusal<Code extends RefusalCode = RefusalCode> {
  readonly code: Code;
  readonly message: string;
  readonly fields: FieldMessages | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  readonly present: unknown;

  constructor(
    code: Code,
    message: string,
    fields?: FieldMessages,
    retryAfter?: number,
    present?: unknown,
  ) {
    this.code = code;
    this.message = message;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.present = present;
  }

  get status(): number {
    return refusalStatus[this.code];
  }

  toJSON(): RefusalBody {
    const { code, message, fields, present } = this;
    return {
      error: {
        code,
        message,
        ...(fields && { fields }),
        ...(present !== undefined && { present }),
      },
    };
  }
}

export function refuse<Code extends RefusalCode>(
  code: Code,
  message: string,
  fields?: FieldMessages,
  retryAfter?: number,
): Refusal<Code> {
  return new Refusal(code, message, fields, retryAfter);
}

export function refuseWithPresent<Code extends RefusalCode>(
  code: Code,
  message: string,
  present: unknown,
): Refusal<Code> {
  return new Refusal(code, message, undefined, undefined, present);
}
