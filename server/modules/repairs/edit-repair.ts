import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { type Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import type { NewRepair, Repair, RepairEdit } from "#contract/repairs.ts";
import { vehiclesTag } from "#contract/tags.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findRepair, noSuchRepair } from "./read-repairs.ts";
import { lockRepair, replaceLines, storeRepair } from "./store.ts";
import { repairs } from "./tables.ts";

const isTaken = refuse("conflict", "Another job has this address.", {
  slug: "Another job has this address",
});
const changedMeanwhile = "Another admin changed this job meanwhile. Please look at it again.";

type Saved = Audited<Repair> | Refusal<"invalid" | "not-found" | "conflict">;
type Done = Parameters<typeof recordAction>[2] & { about: string };

export function addRepair(
  db: Database,
  caller: SignedInCaller,
  given: NewRepair,
): Promise<Audited<Repair> | Refusal<"conflict">> {
  return refuseTaken(() =>
    inTransaction(db, async (tx) => {
      const id = newId();
      await storeRepair(tx, id, given);
      const reply = await reread(tx, given.slug);
      const after = toFields(reply);
      return { reply, noted: await note(tx, caller, { action: "add-repair", about: id, after }) };
    }),
  );
}

export function editRepair(
  db: Database,
  caller: SignedInCaller,
  slug: string,
  { version, lines, ...columns }: RepairEdit,
): Promise<Saved> {
  return refuseTaken(() =>
    inTransaction(db, async (tx) => {
      const before = await lockRepair(tx, slug);
      if (!before) return noSuchRepair;
      if (version !== undefined && version !== before.version) {
        return refuseWithPresent("conflict", changedMeanwhile, before);
      }
      const { _id: about } = before;
      if (lines) await replaceLines(tx, about, lines);
      await tx
        .update(repairs)
        .set({ ...columns, version: before.version + 1 })
        .where(eq(repairs.id, about));
      const reply = await reread(tx, columns.slug ?? slug);
      if (isDeepStrictEqual(toFields(before), toFields(reply))) {
        await tx.update(repairs).set({ version: before.version }).where(eq(repairs.id, about));
        return { reply: before, noted: nothingToAudit };
      }
      const noted = await note(tx, caller, {
        action: "edit-repair",
        about,
        before: toFields(before),
        after: toFields(reply),
      });
      return { reply, noted };
    }),
  );
}

export function removeRepair(
  db: Database,
  caller: SignedInCaller,
  slug: string,
): Promise<Audited<{ deletedCount: 1 }> | Refusal<"not-found">> {
  return inTransaction(db, async (tx) => {
    const found = await lockRepair(tx, slug);
    if (!found) return noSuchRepair;
    await tx.delete(repairs).where(eq(repairs.id, found._id));
    const done = { action: "delete-repair", about: found._id, before: toFields(found) } as const;
    return { reply: { deletedCount: 1 } as const, noted: await note(tx, caller, done) };
  });
}

async function note(tx: Queries, caller: SignedInCaller, done: Done) {
  await storeEvents(tx, [{ name: "repairs.changed", about: done.about, tags: [vehiclesTag] }]);
  return recordAction(tx, caller, done);
}

async function refuseTaken<Result>(
  work: () => Promise<Result>,
): Promise<Result | Refusal<"conflict">> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, "repairs_slug")) return isTaken;
    throw error;
  }
}

async function reread(tx: Queries, slug: string): Promise<Repair> {
  const found = await findRepair(tx, slug);
  if (!found) throw new Error(`The job ${slug} is gone`);
  return found;
}

export const toFields = ({ _id, version, ...fields }: Repair) => fields;
