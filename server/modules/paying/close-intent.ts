import type { Context } from "#server/context.ts";
import { ProviderDown, ProviderRejected } from "#server/modules/payments/provider-types.ts";
import { closePayment, type PaymentRow } from "#server/modules/payments/store.ts";
import { recordIntent, type Settlement } from "./settle-payment.ts";

/** A slower provider does not hold the stock: a payment that still succeeds is refunded. */
const timeoutMs = 3_000;

/** Before an order is cancelled or closed, so that it cannot be paid after. Undefined where the provider does not respond. */
export async function closeIntent(
  context: Context,
  payment: PaymentRow,
): Promise<Settlement | undefined> {
  const { provider } = context;
  if (!payment.intentId || !provider) return undefined;
  try {
    const intent = await provider.cancelIntent(payment.intentId, { timeoutMs });
    return await recordIntent(context, payment, intent);
  } catch (error) {
    if (error instanceof ProviderDown) return undefined;
    if (!(error instanceof ProviderRejected)) throw error;
    if (error.code !== "resource_missing") return undefined;
    await closePayment(context.db, payment.intentId);
    return { is: "canceled" };
  }
}
