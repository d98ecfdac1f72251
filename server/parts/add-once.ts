import { eq } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import type { NewPart } from "#contract/parts.ts";
import type { Queries } from "#server/database/connect.ts";
import { idFor } from "#server/database/new-id.ts";
import { stockMovements } from "#server/database/schema-of-orders.ts";
import { addPart, hasPart } from "./store.ts";

/**
 * Adds a part, once for each key: an answer may be lost, and the part sent again. What was changed
 * meanwhile is another part, and who sends no key wants one more.
 */
export async function addOnce(db: Queries, { _id: admin }: Person, part: NewPart): Promise<string> {
  const { key, name, img, description, minimumQuantity, availablQuantity, price } = part;
  if (key === undefined) return addPart(db, part);
  const texts = [key, name, img, description];
  const id = idFor("part", admin, ...texts, minimumQuantity, availablQuantity, price);
  // What was added and deleted since comes back as a new part: the old one's stock is accounted for.
  const isGone = (await hadPart(db, id)) && !(await hasPart(db, id));
  return isGone ? addPart(db, part) : addPart(db, part, id);
}

async function hadPart(db: Queries, id: string): Promise<boolean> {
  const movements = await db
    .select({ position: stockMovements.position })
    .from(stockMovements)
    .where(eq(stockMovements.partId, id))
    .limit(1);
  return movements.length > 0;
}
