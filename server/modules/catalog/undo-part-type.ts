import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { partTypeEdit } from "#contract/part-types.ts";
import { refuse } from "#contract/refusals.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { comparable, editType } from "./edit-part-type.ts";
import { findTypeRecord, noSuchType, typeAuditId } from "./part-type-record.ts";
import { removeType, restoreType } from "./remove-part-type.ts";
import { partTypes } from "./tables.ts";

const changedSince = refuse(
  "conflict",
  "This part type has been changed again since, or this change was already undone. Nothing was undone; please edit the type instead.",
);

async function findTypeId(db: Queries, auditId: string): Promise<number | undefined> {
  const all = await db.select({ id: partTypes.id }).from(partTypes);
  return all.find(({ id }) => typeAuditId(id) === auditId)?.id;
}

async function findByAuditId(db: Queries, auditId: string) {
  const id = await findTypeId(db, auditId);
  return id === undefined ? undefined : findTypeRecord(db, { id });
}

export async function undoTypeEdit(
  db: Database,
  caller: SignedInCaller,
  { about, before, after }: Change,
): Promise<Undone> {
  const present = await findByAuditId(db, about);
  if (!present) return noSuchType;
  const [was, made] = [partTypeEdit, partTypeEdit].map((schema, at) =>
    z.safeParse(schema, (at === 0 ? before : after) ?? {}),
  );
  if (!was?.success || !made?.success) return changedSince;
  const now = comparable(present.record);
  const then = comparable(made.data);
  const fields = Object.keys(made.data) as (keyof typeof then)[];
  if (fields.some((field) => !isDeepStrictEqual(now[field], then[field]))) return changedSince;
  const { slug, version } = present.record;
  return editType(db, caller, slug, { ...was.data, version });
}

export async function undoAddedType(
  db: Database,
  caller: SignedInCaller,
  { about }: Change,
): Promise<Undone> {
  const present = await findByAuditId(db, about);
  return present ? removeType(db, caller, present.record.slug) : noSuchType;
}

export async function undoDeletedType(
  db: Database,
  caller: SignedInCaller,
  { about }: Change,
): Promise<Undone> {
  const id = await findTypeId(db, about);
  return id === undefined ? noSuchType : restoreType(db, caller, id);
}
