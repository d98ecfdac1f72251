// Requests that are safe to repeat: done once under a key, and answered again for a day.
import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Call } from "#contract/call.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { type Audited, nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { keptAnswers } from "./tables.ts";

export const keyReused = refuse(
  "key-reused",
  "Something else was already sent with this key, and it was done. Look at what it did; if you want this as well, send it with a new key.",
);

export type KeyedRequest = {
  who: string;
  call: string;
  key: string;
  body: unknown;
  /** The index that still refuses the key when its answer is no longer kept. */
  index?: string;
};

type Given<Body> = { params?: Record<string, string>; body: Body };

export function keyedRequest<Body extends { key: string }>(
  { method, path }: Pick<Call, "method" | "path">,
  { params = {}, body: { key, ...body } }: Given<Body>,
  { who, index }: { who: string; index?: string },
): KeyedRequest {
  const call = `${method} ${path.replace(/:(\w+)/g, (_, name) => params[name] ?? "")}`;
  return { who, call, key, body, ...(index !== undefined && { index }) };
}

/** The same for equal values, in whatever order their fields were sent. */
export function hashBody(body: unknown): Buffer {
  return createHash("sha256")
    .update(JSON.stringify(body, sortFields) ?? "")
    .digest();
}

const sortFields = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * Does the work in the transaction, or answers what it answered the first time. The lock makes a
 * second request wait for the first. A refusal is not kept: sent again, it may be accepted.
 */
export async function once<Done extends Audited<object> | Refusal>(
  tx: Queries,
  { who, call, key, body, index }: KeyedRequest,
  work: (tx: Queries) => Promise<Done>,
): Promise<Done | typeof keyReused> {
  const name = JSON.stringify([who, call, key]);
  const isIt = and(eq(keptAnswers.who, who), eq(keptAnswers.call, call), eq(keptAnswers.key, key));
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`once ${name}`}, 0))`);
  const [earlier] = await tx.select().from(keptAnswers).where(isIt);
  const bodyHash = hashBody(body);
  if (earlier) {
    const isSame = earlier.bodyHash === null || earlier.bodyHash.equals(bodyHash);
    return isSame ? ({ reply: earlier.answer, noted: nothingToAudit } as Done) : keyReused;
  }
  const done = await work(tx).catch((error) => {
    if (index !== undefined && isUniqueViolation(error, index)) throw new RefusalError(keyReused);
    throw error;
  });
  if (done instanceof Refusal) return done;
  await tx.insert(keptAnswers).values({ who, call, key, bodyHash, answer: done.reply });
  return done;
}

export async function deleteOldAnswers(db: Queries): Promise<void> {
  await db.delete(keptAnswers).where(lt(keptAnswers.at, sql`now() - interval '24 hours'`));
}
