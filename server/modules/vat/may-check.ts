import { refuse } from "#contract/refusals.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { findVatCheck, type VatHolder } from "./store.ts";

export const tooManyVatNumbers = refuse(
  "too-many",
  "You have given many VAT numbers in the last hour. Please try again later.",
);

/** At the checkout and of companies together. Those that were given before are free. */
export async function mayCheckVat(
  tx: Queries,
  userId: string,
  holder: VatHolder,
): Promise<boolean> {
  if (await findVatCheck(tx, holder)) return true;
  return consumeLimit(tx, { key: `VAT numbers of ${userId}`, most: 20, seconds: 3_600 });
}
