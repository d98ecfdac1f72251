import { refuse } from "#contract/refusals.ts";
import type { Cents } from "#contract/rules/money.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";

export type Intent = {
  id: string;
  /** `waiting` for a card or for the customer; nothing is charged. */
  status: "waiting" | "processing" | "succeeded" | "canceled";
  /** Lets a browser pay it, so only the buyer may get it. */
  clientSecret: string;
  amount: Cents;
  received: Cents;
  currency: string;
  /** From our metadata; undefined where someone else created the intent. */
  orderId: string | undefined;
  paymentId: string | undefined;
  /** The newest. The provider knows each try by its charge. */
  decline: { charge: string; message: string } | undefined;
  savesCard: boolean;
  createdAt: Date;
};

export type ProviderCard = {
  id: string;
  customerId: string | undefined;
  brand: string;
  lastDigits: string;
  expiryMonth: number;
  expiryYear: number;
};

export type ProviderRefund = {
  id: string;
  status: "pending" | "succeeded" | "failed";
  amount: Cents;
  intentId: string | undefined;
  refundId: string | undefined;
  attempt: number | undefined;
  createdAt: Date;
};

export type Dispute = { intentId: string | undefined; state: string; createdAt: Date };

export type ProviderEvent =
  | { intent: Intent }
  | { refund: ProviderRefund }
  | { dispute: Dispute }
  | undefined;

type NewIntent = { paymentId: string; orderId: string; amount: Cents; currency: string };
type NewRefund = {
  refundId: string;
  attempt: number;
  orderId: string;
  intentId: string;
  amount: Cents;
};

export type Provider = {
  publishableKey: string;
  script: string;
  createIntent(intent: NewIntent): Promise<Intent>;
  findIntent(id: string): Promise<Intent>;
  /** `customerId`: whose saved cards may pay it. */
  prepareIntent(id: string, choice: { customerId?: string; savesCard: boolean }): Promise<Intent>;
  /** Returns the intent as it is then: one that succeeded before stays so. */
  cancelIntent(id: string, options?: { timeoutMs?: number }): Promise<Intent>;
  /** Idempotent per refund and attempt, and never more than was paid. */
  refund(refund: NewRefund): Promise<ProviderRefund>;
  findRefund(id: string): Promise<ProviderRefund>;
  listIntents(filter?: { from?: Date }): AsyncIterable<Intent>;
  listRefunds(filter?: { from?: Date; intentId?: string }): AsyncIterable<ProviderRefund>;
  createCustomer(userId: string): Promise<string>;
  deleteCustomer(id: string): Promise<void>;
  listCards(customerId: string): Promise<ProviderCard[]>;
  findCard(id: string): Promise<ProviderCard>;
  detachCard(id: string): Promise<void>;
  createSetup(customerId: string): Promise<string>;
  /** Throws `BadSignature` before it reads a body that the provider did not send. */
  readMessage(body: Buffer, signature: string): ProviderEvent;
};

const notSetUp = refuse("unavailable", "Card payments are not set up in this shop.");

export function requireProvider({ provider }: { provider: Provider | undefined }): Provider {
  if (!provider) throw new RefusalError(notSetUp);
  return provider;
}

/** No usable response: the request may have been carried out or not. */
export class ProviderDown extends Error {}
export class ProviderBusy extends ProviderDown {}
export class ProviderFailed extends ProviderDown {}
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
