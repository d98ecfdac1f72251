// Codes that were asked for. Each works in the browser that asked, and few times.
import { randomInt, timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { signInCodes } from "../tables.ts";
import { hashToken, newToken } from "../tokens.ts";

export const lifetimeSeconds = 600;
const maxTries = 5;

export async function addSignInCode(db: Queries, email: string) {
  const added = { id: newId(), token: newToken() };
  await db.insert(signInCodes).values({
    id: added.id,
    tokenHash: hashToken(added.token),
    email,
    expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
  });
  return added;
}

/** For the letter. Undefined if it comes too late. */
export async function makeSignInCode(db: Queries, id: string): Promise<string | undefined> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const made = await db
    .update(signInCodes)
    .set({ codeHash: hashCode(id, code) })
    .where(sql`${signInCodes.id} = ${id} and ${signInCodes.expiresAt} > now()`)
    .returning({ id: signInCodes.id });
  return made.length > 0 ? code : undefined;
}

export async function findMailboxOfCode(db: Queries, token: string): Promise<string | undefined> {
  const { email, tokenHash, expiresAt } = signInCodes;
  const [row] = await db
    .select({ email })
    .from(signInCodes)
    .where(sql`${tokenHash} = ${hashToken(token)} and ${expiresAt} > now()`);
  return row?.email;
}

/** The e-mail that it proves. Each call uses up a try; what was right cannot be used again. */
export async function consumeSignInCode(
  tx: Queries,
  token: string,
  code: string,
): Promise<{ email: string } | "wrong" | "expired"> {
  const { id, email, codeHash, tokenHash, expiresAt } = signInCodes;
  const [row] = await tx
    .select({ id, email, codeHash })
    .from(signInCodes)
    .where(sql`${tokenHash} = ${hashToken(token)} and ${expiresAt} > now()`);
  if (!row) return "expired";
  const limit = { key: `tries of the code ${row.id}`, most: maxTries, seconds: lifetimeSeconds };
  if (!(await consumeLimit(tx, limit))) return "expired";
  const given = hashCode(row.id, code.replace(/\D/g, ""));
  if (!row.codeHash || !timingSafeEqual(row.codeHash, given)) return "wrong";
  const used = await tx.delete(signInCodes).where(eq(id, row.id)).returning({ id });
  return used.length > 0 ? { email: row.email } : "expired";
}

const hashCode = (id: string, digits: string) => hashToken(`${id} ${digits}`);
