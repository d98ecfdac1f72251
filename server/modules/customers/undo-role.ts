import * as z from "zod/mini";
import { adminRoles } from "#contract/fields.ts";
import { refuse } from "#contract/refusals.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import type { Database } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { setRole } from "./set-role.ts";

const stored = z.pipe(
  z.enum([...adminRoles, "customer"]),
  z.transform((role) => (role === "customer" ? null : role)),
);
const fields = z.object({ role: stored });

const unknownRole = refuse("conflict", "That role is not given any more. Choose one instead.");

export async function undoRole(
  db: Database,
  caller: SignedInCaller,
  { about, before, after }: Change,
): Promise<Undone> {
  const [earlier, later] = [z.safeParse(fields, before), z.safeParse(fields, after)];
  if (!earlier.success || !later.success) return unknownRole;
  const undone = await setRole(db, caller, about, {
    role: earlier.data.role,
    expected: later.data.role,
  });
  return "noted" in undone || undone.code !== "not-allowed" ? (undone as Undone) : notOwner;
}

const notOwner = refuse("conflict", "Only owners give and take roles.");
