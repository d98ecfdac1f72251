import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { refuse } from "#contract/refusals.ts";
import { repairCalls } from "#contract/repairs.ts";
import type { Undo } from "#server/platform/audit/handlers.ts";
import { editRepair, toFields } from "./edit-repair.ts";
import { findRepair, noSuchRepair } from "./read-repairs.ts";
import { repairs } from "./tables.ts";

const changedSince = refuse(
  "conflict",
  "This job has been changed again since, or this was already undone. Nothing was undone.",
);

export const undoRepairEdit: Undo = async (db, caller, { about, before, after }) => {
  const [row] = await db.select({ slug: repairs.slug }).from(repairs).where(eq(repairs.id, about));
  const present = row && (await findRepair(db, row.slug));
  if (!present) return noSuchRepair;
  const edit = z.safeParse(repairCalls.edit.body, { ...before, version: present.version });
  const isChanged = !isDeepStrictEqual(JSON.parse(JSON.stringify(toFields(present))), after);
  if (isChanged || !edit.success) return changedSince;
  const undone = await editRepair(db, caller, present.slug, edit.data);
  return "noted" in undone || undone.code !== "invalid"
    ? (undone as Awaited<ReturnType<Undo>>)
    : changedSince;
};
