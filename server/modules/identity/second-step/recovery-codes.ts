import { randomBytes } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { recoveryCodes } from "../tables.ts";
import { hashToken } from "../tokens.ts";

const codesOfPerson = 10;
/** Without I, L, O and U, which are mistaken for others. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export async function renewRecoveryCodes(db: Queries, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(db, userId);
  const made = Array.from({ length: codesOfPerson }, newCode);
  await db
    .insert(recoveryCodes)
    .values(made.map((code) => ({ userId, codeHash: hashCode(userId, code) })));
  return made.map((code) => code.replace(/.{4}(?=.)/g, "$&-"));
}

/** True for only one of several concurrent callers. */
export async function consumeRecoveryCode(
  db: Queries,
  userId: string,
  written: string,
): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashCode(userId, normalize(written))),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Queries, userId: string): Promise<number> {
  const own = eq(recoveryCodes.userId, userId);
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(own);
  return row?.left ?? 0;
}

export async function deleteRecoveryCodes(db: Queries, userId: string): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

function newCode(): string {
  return Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join("");
}

function normalize(written: string): string {
  return written
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}

function hashCode(userId: string, code: string): Buffer {
  return hashToken(`${userId} ${code}`);
}
