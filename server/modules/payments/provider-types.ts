// What the shop says to the card provider and hears from it, in the shop's own words.
import type { Cents } from "#contract/rules/money.ts";

/** A payment as the provider has it. */
export type Intent = {
  id: string;
  /** `waiting` for a card or for the customer; nothing is charged. */
  status: "waiting" | "processing" | "succeeded" | "canceled";
  /** By which a browser pays it: it goes to who ordered and to nobody else. */
  clientSecret: string;
  amount: Cents;
  received: Cents;
  currency: string;
  /** Ours, as we told them when it was made; absent where somebody else made it. */
  orderId: string | undefined;
  paymentId: string | undefined;
  createdAt: Date;
};

export type ProviderRefund = {
  id: string;
  status: "pending" | "succeeded" | "failed";
  amount: Cents;
  intentId: string | undefined;
  /** Ours, and which time we asked for it; absent where somebody else made it. */
  refundId: string | undefined;
  attempt: number | undefined;
  createdAt: Date;
};

/** The customer's bank asks for a payment back. */
export type Dispute = { intentId: string | undefined; state: string; createdAt: Date };

export type NewIntent = { paymentId: string; orderId: string; amount: Cents; currency: string };
export type NewRefund = {
  refundId: string;
  attempt: number;
  orderId: string;
  intentId: string;
  amount: Cents;
};

/** What the provider tells by itself: of a payment, of a refund, of a dispute. */
export type ProviderEvent =
  | { intent: Intent }
  | { refund: ProviderRefund }
  | { dispute: Dispute }
  | undefined;

export type TimeRange = { from?: Date; before?: Date };

export type Provider = {
  /** For browsers. */
  publishableKey: string;
  script: string;
  /** Twice for the same payment is once. */
  createIntent(wanted: NewIntent): Promise<Intent>;
  findIntent(id: string): Promise<Intent>;
  /** Answers how it is then: one that succeeded before stays so. */
  cancelIntent(id: string, options?: { within?: number }): Promise<Intent>;
  /** Never more than was paid; the same attempt of the same refund twice is once. */
  refund(wanted: NewRefund): Promise<ProviderRefund>;
  findRefund(id: string): Promise<ProviderRefund>;
  /** Newest first, page by page. */
  listIntents(span?: TimeRange): AsyncIterable<Intent>;
  listRefunds(of?: TimeRange & { intentId?: string }): AsyncIterable<ProviderRefund>;
  /** Throws `BadSignature` before it reads anything that the provider did not send. */
  readMessage(body: Buffer, signature: string): ProviderEvent;
};

/** No answer, or one that says nothing: it may have been done or not. Ask again later. */
export class ProviderDown extends Error {}
/** It is doing just that for another who asked; its answer is there in a moment. */
export class ProviderBusy extends ProviderDown {}
/** It says itself that it failed, half-way or not; to the same key it will never say more. */
export class ProviderFailed extends ProviderDown {}
/** A plain no, for good. */
export class ProviderRejected extends Error {
  readonly code: string;
  readonly intent: Intent | undefined;
  constructor(message: string, code: string, intent?: Intent) {
    super(message);
    this.code = code;
    this.intent = intent;
  }
}
export class BadSignature extends Error {}
