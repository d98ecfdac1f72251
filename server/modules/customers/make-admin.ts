import { eq } from "drizzle-orm";
import { type Noted, note, noteAtMachine, nothingDone } from "#server/platform/audit/note.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { users } from "#server/platform/database/schema.ts";
import type { SignedIn } from "#server/platform/http/handler.ts";
import { withEmail } from "./store.ts";

const change = {
  action: "make-admin",
  before: { role: "customer" },
  after: { role: "admin" },
} as const;

type Made = { isNew: boolean; noted: Noted };

/** Nothing where there is no such user. */
export function makeAdmin(db: Database, by: SignedIn, email: string): Promise<Made | undefined> {
  return db.transaction(async (tx) => {
    const made = await promote(tx, email);
    if (!made?.isNew) return made && { isNew: false, noted: nothingDone };
    return { isNew: true, noted: await note(tx, by, { ...change, about: made.id }) };
  });
}

/** By a command, which anybody may run who has the machine. */
export function makeAdminAtMachine(db: Database, email: string): Promise<boolean | undefined> {
  return db.transaction(async (tx) => {
    const made = await promote(tx, email);
    if (made?.isNew) await noteAtMachine(tx, { ...change, about: made.id });
    return made?.isNew;
  });
}

async function promote(db: Queries, email: string) {
  const [found] = await db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(withEmail(email))
    .for("update");
  if (!found) return undefined;
  const isNew = found.role !== "admin";
  if (isNew) await db.update(users).set({ role: "admin" }).where(eq(users.id, found.id));
  return { id: found.id, isNew };
}
