import { eq } from "drizzle-orm";
import type { NewPart } from "#contract/catalog.ts";
import type { Person } from "#contract/identity.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import { type Database, inTransaction, type Queries } from "#server/platform/database/connect.ts";
import { deriveId, newId } from "#server/platform/database/new-id.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findPartPosition, insertPart } from "./store.ts";
import { stockMovements } from "./tables.ts";

/**
 * Adds a part, once for each key: an answer may be lost, and the part sent again. What was changed
 * meanwhile is another part, and who sends no key wants one more.
 */
export function addPartOnce(
  db: Database,
  caller: SignedInCaller,
  part: NewPart,
): Promise<Audited<{ insertedId: string }>> {
  return inTransaction(db, async (tx) => {
    const insertedId = await idOf(tx, caller.person, part);
    const isNew = await insertPart(tx, part, insertedId);
    const noted = isNew
      ? await recordAction(tx, caller, {
          action: "add-product",
          about: insertedId,
          after: auditFacts(part),
        })
      : nothingToAudit;
    return { reply: { insertedId }, noted };
  });
}

/** Of a product, what the audit log says. */
export function auditFacts({
  name,
  price,
  minimumQuantity,
  availablQuantity,
}: Omit<NewPart, "key">) {
  return { name, price, minimumQuantity, availablQuantity };
}

async function idOf(db: Queries, { _id: admin }: Person, part: NewPart): Promise<string> {
  const { key, name, img, description, minimumQuantity, availablQuantity, price } = part;
  if (key === undefined) return newId();
  const texts = [key, name, img, description];
  const id = deriveId("part", admin, ...texts, minimumQuantity, availablQuantity, price);
  // What was added and deleted since comes back as a new part: the old one's stock is accounted for.
  const isGone = (await hadPart(db, id)) && !(await findPartPosition(db, id));
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
