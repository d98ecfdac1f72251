import { eq } from "drizzle-orm";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type NoteKind, orderNotes } from "./tables.ts";

type Note = { orderId: string; kind: NoteKind; byUser: string; text: string };

export async function storeNote(tx: Queries, note: Note): Promise<void> {
  await tx.insert(orderNotes).values(note);
}

export async function listNotes(db: Queries, orderId: string) {
  const { kind, text, createdAt } = orderNotes;
  return db
    .select({ kind, text, createdAt, email: users.email })
    .from(orderNotes)
    .leftJoin(users, eq(users.id, orderNotes.byUser))
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(orderNotes.id);
}
