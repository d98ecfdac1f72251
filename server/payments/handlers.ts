import type { paymentCalls } from "#contract/payments.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";

export function paymentHandlers(): Handlers<typeof paymentCalls> {
  return { intent: notBuiltYet };
}
