import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { newApplication } from "#contract/applications.ts";
import { refuse } from "#contract/refusals.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import type { Database } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findApplication, findDeclaration, noSuchPart } from "./application-record.ts";
import { addApplication, editApplication, isSame, removeApplication } from "./edit-application.ts";
import { setDeclaration } from "./set-declaration.ts";

const changedSince = refuse(
  "conflict",
  "This has been changed again since, or was already undone. Nothing was undone; please edit it instead.",
);
const notAllowed = refuse(
  "conflict",
  "What was there before is not allowed any more. Please edit the application instead.",
);

export async function undoApplication(
  db: Database,
  caller: SignedInCaller,
  { about, before, after }: Change,
): Promise<Undone> {
  const [was, made] = [before, after].map(readApplication);
  const id = (made ?? was)?._id;
  if (id === undefined) return notAllowed;
  const present = await findApplication(db, id);
  if (!made) {
    if (present) return changedSince;
    return was ? allowed(addApplication(db, caller, about, was.given, id)) : notAllowed;
  }
  if (!present || !isSame(made.given, present)) return changedSince;
  if (!before) return removeApplication(db, caller, id);
  if (!was) return notAllowed;
  return allowed(editApplication(db, caller, id, { ...was.given, version: present.version }));
}

async function allowed(
  saved: ReturnType<typeof editApplication> | ReturnType<typeof setDeclaration>,
): Promise<Undone> {
  const undone = await saved;
  return "code" in undone && undone.code === "invalid" ? notAllowed : (undone as Undone);
}

function readApplication(fields: Change["before"]) {
  const read = z.safeParse(
    z.looseObject({ application: z.looseObject({ _id: z.string() }) }),
    fields ?? {},
  );
  if (!read.success) return undefined;
  const { _id, ...rest } = read.data.application;
  const given = z.safeParse(newApplication, rest);
  return given.success ? { _id, given: given.data } : undefined;
}

const declaration = z.object({ universal: z.boolean(), listsAllVehicles: z.boolean() });

export async function undoDeclaration(
  db: Database,
  caller: SignedInCaller,
  { about, before, after }: Change,
): Promise<Undone> {
  const present = await findDeclaration(db, about);
  if (!present) return noSuchPart;
  const now = z.parse(declaration, present);
  if (!isDeepStrictEqual(now, z.parse(declaration, after))) return changedSince;
  return allowed(setDeclaration(db, caller, about, z.parse(declaration, before)));
}
