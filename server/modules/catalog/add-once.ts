import { eq } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import type { NewPart } from "#contract/parts.ts";
import { type Audited, note, nothingDone } from "#server/platform/audit/note.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { idFor, newId } from "#server/platform/database/new-id.ts";
import { stockMovements } from "#server/platform/database/schema-of-orders.ts";
import type { SignedIn } from "#server/platform/http/handler.ts";
import { findPosition, insertPart } from "./store.ts";

/**
 * Adds a part, once for each key: an answer may be lost, and the part sent again. What was changed
 * meanwhile is another part, and who sends no key wants one more.
 */
export function addOnce(
  db: Database,
  caller: SignedIn,
  part: NewPart,
): Promise<Audited<{ insertedId: string }>> {
  return db.transaction(async (tx) => {
    const insertedId = await idOf(tx, caller.person, part);
    const isNew = await insertPart(tx, part, insertedId);
    const noted = isNew
      ? await note(tx, caller, { action: "add-product", about: insertedId, after: facts(part) })
      : nothingDone;
    return { reply: { insertedId }, noted };
  });
}

/** Of a product, what the audit log says. */
export function facts({ name, price, minimumQuantity, availablQuantity }: Omit<NewPart, "key">) {
  return { name, price, minimumQuantity, availablQuantity };
}

async function idOf(db: Queries, { _id: admin }: Person, part: NewPart): Promise<string> {
  const { key, name, img, description, minimumQuantity, availablQuantity, price } = part;
  if (key === undefined) return newId();
  const texts = [key, name, img, description];
  const id = idFor("part", admin, ...texts, minimumQuantity, availablQuantity, price);
  // What was added and deleted since comes back as a new part: the old one's stock is accounted for.
  const isGone = (await hadPart(db, id)) && !(await findPosition(db, id));
  return isGone ? newId() : id;
}

async function hadPart(db: Queries, id: string): Promise<boolean> {
  const movements = await db
    .select({ position: stockMovements.position })
    .from(stockMovements)
    .where(eq(stockMovements.partId, id))
    .limit(1);
  return movements.length > 0;
}
