import type { Basket } from "#contract/baskets.ts";
import type { Refusal } from "#contract/refusals.ts";
import { maxBasketLines } from "#contract/rules/quantity.ts";
import type { Context } from "#server/context.ts";
import type { ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { readOwnerTerms } from "./find-owner.ts";
import { listLiveLines } from "./live-lines.ts";
import { presentBasket } from "./present-basket.ts";
import { fullBasket } from "./put-lines.ts";
import { listLines, lockBasket, type Owner, putLines } from "./store.ts";

/** Of a part that is there already the larger quantity stays. */
export async function addParts(
  context: Context,
  owner: Owner,
  wanted: readonly { part: ShownPart; quantity: number }[],
): Promise<Basket | Refusal<"conflict">> {
  const { db } = context;
  const isKept = await inTransaction(db, async (tx) => {
    const basketId = await lockBasket(tx, owner);
    const before = new Map((await listLines(tx, owner)).map((line) => [line.partId, line]));
    const after = new Map(
      wanted.map(({ part: { id: partId, priceCents }, quantity }) => {
        const there = before.get(partId);
        const least = there && !there.saved ? there.quantity : 0;
        const line = { partId, quantity: Math.max(quantity, least), saved: false };
        return [partId, { ...line, seenCents: priceCents }];
      }),
    );
    const added = [...after.keys()].filter((partId) => !before.has(partId));
    if (added.length > 0 && before.size + added.length > maxBasketLines) return false;
    await putLines(tx, basketId, [...after.values()]);
    return true;
  });
  if (!isKept) return fullBasket;
  const lines = await listLiveLines(db, owner);
  return presentBasket(lines, await readOwnerTerms(context, owner));
}
