// Why an order was not taken, in words that a person can act on.
import { desc, eq, sql } from "drizzle-orm";
import type { NewOrder } from "#contract/orders.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { formatCents, multiplyCents } from "#contract/rules/money.ts";
import { isAllowedQuantity, quantityLimits } from "#contract/rules/quantity.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");

type Wanted = { partId: string; totalCents: number; body: NewOrder };
type Part = Pick<typeof parts.$inferSelect, "minimumQuantity" | "availablQuantity">;

/** Nothing where all is right by now: it was not a moment ago. */
export async function orderProblem(
  db: Queries,
  { partId, totalCents, body: { productName, quantity } }: Wanted,
): Promise<Refusal<"not-found" | "conflict"> | undefined> {
  const [part] = await db.select().from(parts).where(eq(parts.id, partId));
  if (!part) return noSuchPart;
  if (part.name !== productName) {
    return refuse("conflict", `This part is called ${part.name} now. Please look again.`, {
      productName: "Is not the name of this part",
    });
  }
  const outside = outOfBounds(part, quantity);
  if (outside) return refuse("conflict", outside, { quantity: outside });
  const total = multiplyCents(part.priceCents, quantity);
  if (total === totalCents) return undefined;
  const price = `The price has changed to $${formatCents(part.priceCents)}`;
  return refuse(
    "conflict",
    `${price}: the total is now $${formatCents(total)}. Please look again.`,
    {
      totalPrice: `Is $${formatCents(total)} now`,
    },
  );
}

function outOfBounds(part: Part, quantity: number): string | undefined {
  if (isAllowedQuantity(quantity, part)) return undefined;
  const { min: least, max: most } = quantityLimits(part);
  const left = `Only ${part.availablQuantity} ${part.availablQuantity === 1 ? "is" : "are"} left`;
  if (least > most) {
    return `${left}, and the least you could order is ${least}. This part cannot be ordered just now.`;
  }
  return quantity > most
    ? `${left}; the most you can order is ${most}. The least is ${least}.`
    : `The least you can order is ${least}. The most is ${most}.`;
}

/** Parts may share a name: the one that costs as much as was meant, else the newest. */
export async function findPartByName(
  db: Queries,
  { productName, quantity, totalCents }: { totalCents: number } & NewOrder,
): Promise<string | undefined> {
  const fits = sql`${parts.priceCents} * ${quantity}::int = ${totalCents}::bigint`;
  const [part] = await db
    .select({ id: parts.id })
    .from(parts)
    .where(eq(parts.name, productName))
    .orderBy(desc(fits), desc(parts.position))
    .limit(1);
  return part?.id;
}
