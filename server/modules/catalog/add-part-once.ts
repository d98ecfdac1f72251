import { and, eq, isNotNull } from "drizzle-orm";
import { type NewPart, partEditCalls } from "#contract/part-edits.ts";
import { partMemberTags } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { openStock } from "#server/modules/inventory/open-stock.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId, newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { invalidField } from "#server/platform/http/refusal-error.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { refuseTakenNumbers, refuseViolations } from "./part-numbers.ts";
import { findNameIds, toRow } from "./part-record.ts";
import {
  lockKitStock,
  refuseEmptyKit,
  refuseTerms,
  saveDetails,
  toDetails,
} from "./save-details.ts";
import { parts } from "./tables.ts";

export function addPartOnce(context: Context): Handler<typeof partEditCalls.add> {
  const { db } = context;
  return async ({ body: part }, caller) => {
    await refuseTerms(db, part);
    const { key } = part;
    const work = (tx: Queries) => addPart(tx, part, caller);
    const addOnce = (tx: Queries, key: string) => {
      const given = { body: { ...part, key } };
      const request = keyedRequest(partEditCalls.add, given, { who: caller.person._id });
      return once(tx, request, () => work(tx));
    };
    return refuseViolations(() =>
      retryOnConflict(() =>
        inTransaction(db, (tx) => (key === undefined ? work(tx) : addOnce(tx, key))),
      ),
    );
  };
}

async function addPart(
  tx: Queries,
  part: NewPart,
  caller: SignedInCaller,
): Promise<Audited<{ insertedId: string }>> {
  const admin = caller.person._id;
  const id = await toPartId(tx, admin, part);
  const reply = { insertedId: id };
  const { name, price, minimumQuantity, availablQuantity } = part;
  if (part.fromShelf && availablQuantity > 0) {
    throw invalidField("availablQuantity", "A kit from the shelf has no stock of its own");
  }
  if (part.components) {
    await lockKitStock(
      tx,
      [],
      part.components.map((component) => component.part),
    );
  }
  if (!(await insertPart(tx, part, id))) return { reply, noted: nothingToAudit };
  await openStock(tx, [{ partId: id, onHand: availablQuantity }], admin);
  await saveDetails(tx, [toDetails(id, part)]);
  refuseEmptyKit(part);
  await storeEvents(tx, [{ name: "part.added", about: id, tags: partMemberTags(id) }]);
  const after = { name, price, minimumQuantity, availablQuantity };
  const noted = await recordAction(tx, caller, { action: "add-product", about: id, after });
  return { reply, noted };
}

async function insertPart(tx: Queries, part: NewPart, id: string): Promise<boolean> {
  await refuseTakenNumbers(tx, id, part);
  const added = await tx
    .insert(parts)
    .values({ ...toRow(part, await findNameIds(tx, [part])), id })
    .onConflictDoNothing({ target: parts.id })
    .returning({ id: parts.id });
  return added.length > 0;
}

async function toPartId(db: Queries, admin: string, part: NewPart): Promise<string> {
  const { key, name, img, description, minimumQuantity, availablQuantity, price, ...rest } = part;
  if (key === undefined) return newId();
  const texts = [key, name, img, description];
  const details = Object.keys(rest).length > 0 ? [JSON.stringify(rest)] : [];
  const facts = [minimumQuantity, availablQuantity, price, ...details];
  const id = deriveId("part", admin, ...texts, ...facts);
  // A deleted part stays deleted; it returns as another one.
  return (await isRemoved(db, id)) ? newId() : id;
}

async function isRemoved(tx: Queries, id: string): Promise<boolean> {
  const removed = await tx
    .select({ id: parts.id })
    .from(parts)
    .where(and(eq(parts.id, id), isNotNull(parts.deletedAt)));
  return removed.length > 0;
}
