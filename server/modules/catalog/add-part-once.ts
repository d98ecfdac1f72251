import type { NewPart } from "#contract/catalog.ts";
import type { Person } from "#contract/identity.ts";
import type { Refusal } from "#contract/refusals.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { deriveId, newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { refuseViolations } from "./number-problems.ts";
import { partEvent } from "./part-event.ts";
import { insertPart, isRemoved } from "./store.ts";

/** The same part sent again with the same key, after a lost response, is not added again. */
export function addPartOnce(
  db: Database,
  caller: SignedInCaller,
  part: NewPart,
): Promise<Audited<{ insertedId: string }> | Refusal<"conflict">> {
  return refuseViolations(() =>
    inTransaction(db, async (tx) => {
      const insertedId = await toPartId(tx, caller.person, part);
      const isNew = await insertPart(tx, part, insertedId, caller.person._id);
      const action = { action: "add-product", about: insertedId, after: auditFacts(part) } as const;
      if (isNew) await storeEvents(tx, [partEvent("part.added", insertedId)]);
      const noted = isNew ? await recordAction(tx, caller, action) : nothingToAudit;
      return { reply: { insertedId }, noted };
    }),
  );
}

type AuditFacts = Pick<NewPart, "name" | "price" | "minimumQuantity" | "availablQuantity">;

export function auditFacts(part: AuditFacts): AuditFacts {
  const { name, price, minimumQuantity, availablQuantity } = part;
  return { name, price, minimumQuantity, availablQuantity };
}

async function toPartId(db: Queries, { _id: admin }: Person, part: NewPart): Promise<string> {
  const { key, name, img, description, minimumQuantity, availablQuantity, price, ...rest } = part;
  if (key === undefined) return newId();
  const texts = [key, name, img, description];
  const details = Object.keys(rest).length > 0 ? [JSON.stringify(rest)] : [];
  const facts = [minimumQuantity, availablQuantity, price, ...details];
  const id = deriveId("part", admin, ...texts, ...facts);
  // A deleted part stays deleted; it returns as another one.
  return (await isRemoved(db, id)) ? newId() : id;
}
