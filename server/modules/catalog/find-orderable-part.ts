import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { inKitsOnly } from "./part-columns.ts";
import { parts } from "./tables.ts";

export type OrderablePart = Pick<
  typeof parts.$inferSelect,
  "id" | "number" | "name" | "minimumQuantity" | "priceCents" | "availablQuantity" | "fromShelf"
> & { inKitsOnly: boolean };

export async function findOrderablePart(
  db: Queries,
  id: string,
): Promise<OrderablePart | undefined> {
  const [row] = await db
    .select({
      id: parts.id,
      number: parts.number,
      name: parts.name,
      minimumQuantity: parts.minimumQuantity,
      priceCents: parts.priceCents,
      availablQuantity: parts.availablQuantity,
      fromShelf: parts.fromShelf,
      inKitsOnly: inKitsOnly(sql`${parts.id}`),
    })
    .from(parts)
    .where(and(eq(parts.id, id), isNull(parts.deletedAt), eq(parts.hidden, false)));
  return row;
}
