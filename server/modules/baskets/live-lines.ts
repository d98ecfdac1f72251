import { leftOf, orderableQuantity, type SharedStock, takeOf } from "#contract/rules/quantity.ts";
import { listBasketParts, type ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { LiveLine } from "./present-line.ts";
import { listLines, type Owner, type StoredLine } from "./store.ts";

/** Parts that were deleted and replaced by nothing leave no line. Kits and parts share what is left. */
export function toLiveLines(
  lines: readonly StoredLine[],
  parts: ReadonlyMap<string, ShownPart>,
): LiveLine[] {
  const taken: SharedStock = new Map();
  return lines.flatMap((stored) => {
    const part = parts.get(stored.partId);
    if (!part) return [];
    if (!part.isForSale) return [{ stored, part, quantity: 0, why: notSold(part) }];
    const availablQuantity = leftOf(part, taken);
    const orderable = orderableQuantity(stored.quantity, { ...part, availablQuantity });
    if (!stored.saved) takeOf(taken, part, orderable.quantity);
    return [{ stored, part, ...orderable }];
  });
}

export const notSold = ({ inKitsOnly }: Pick<ShownPart, "inKitsOnly">) =>
  inKitsOnly ? "This part is sold in kits only. See its page." : "This part is no longer sold.";

export async function listLiveLines(db: Queries, owner: Owner): Promise<LiveLine[]> {
  const lines = await listLines(db, owner);
  return toLiveLines(
    lines,
    await listBasketParts(
      db,
      lines.map(({ partId }) => partId),
    ),
  );
}
