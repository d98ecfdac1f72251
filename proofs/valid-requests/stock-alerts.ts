import { tokenOfLetter } from "#tests/outbox.ts";
import { letterAfter } from "../letters.ts";
import { addPart } from "../orders.ts";
import type { IdMakers, ProofShop } from "./proof-shop.ts";

export const stockAlertIds = (at: ProofShop): IdMakers => ({
  "/stock-alerts": async () => (await addPart(at.shop, { availablQuantity: 0 })).id,
  "/stock-alerts/:id": async () => (await addStockAlert(at)).id,
});

/** Of the admin, whose e-mail is not verified, so that a letter with a link comes. */
export async function addStockAlert({
  shop,
  admin,
  session,
  query,
  newest,
}: ProofShop): Promise<{ id: string; token: string }> {
  const { id: part } = await addPart(shop, { availablQuantity: 0 });
  await query("update users set email_verified_at = null where id = $1", [admin.user._id]);
  const letter = await letterAfter(
    () => session.send("POST", "/api/stock-alerts", { part }),
    (text) => text.includes("/stock-alert#token="),
    shop,
  );
  return {
    id: (await newest("stock_alerts", "created_at")) ?? "",
    token: tokenOfLetter(letter),
  };
}
