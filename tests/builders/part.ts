// Parts as a test needs them, changed behind the shop's back.
import { eq } from "drizzle-orm";
import { parts } from "#server/modules/catalog/tables.ts";
import type { OpenShop } from "../open-shop.ts";

type Which = { id: string };

/** As somebody changes it elsewhere: every process of the shop is told. */
export async function changePart(
  { shop }: Pick<OpenShop, "shop">,
  { id }: Which,
  { stock, priceCents }: { stock?: number; priceCents?: number },
): Promise<void> {
  await shop.db.update(parts).set({ availablQuantity: stock, priceCents }).where(eq(parts.id, id));
}

export async function removePart({ shop }: Pick<OpenShop, "shop">, { id }: Which): Promise<void> {
  await shop.db.delete(parts).where(eq(parts.id, id));
}
