// What the provider tells of refunds by itself. It is a reason to look, and no more.
import type { Shop } from "#server/shop.ts";
import { readReturned } from "./ask-for-refund.ts";
import { providerOf } from "./provider-of.ts";
import type { Returned } from "./provider-words.ts";
import { findRefundFor, makeDue, wantAgain } from "./wanted-refunds.ts";

type Of = Pick<Returned, "id"> & Partial<Returned>;

export async function hearOfRefund(shop: Shop, told: Of): Promise<void> {
  const row = await findRefundFor(shop.db, told);
  if (!row) return;
  if (row.state === "wanted") {
    // An old failure told once more does not make us ask again any sooner.
    if (row.refundId !== told.id && told.status !== "succeeded") return;
    await makeDue(shop.db, row.id);
  } else {
    if (told.status !== "failed" || row.settledNote !== null) return;
    // Banks send money back days later, when the account is closed. That counts by the list: it
    // may have been given anew since.
    const { left } = await readReturned(providerOf(shop), row);
    if (left <= 0 || !(await wantAgain(shop.db, row))) return;
    shop.tellLater(["orders"]);
  }
  void shop.refunds.wake();
}
