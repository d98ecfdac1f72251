import { and, inArray, isNull, sql } from "drizzle-orm";
import type { PictureCopy, pictureCopyCalls } from "#contract/picture-copies.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { givenPictures } from "./part-record.ts";
import { pictureCopies } from "./tables.ts";

export function pictureCopyHandlers({
  db,
  jobs,
}: Pick<Context, "db" | "jobs">): Handlers<typeof pictureCopyCalls> {
  return {
    list: ({ params }) => listCopies(db, params.id),
    retry: async ({ params: { id } }, caller) => {
      const retried = await inTransaction(db, async (tx) => {
        const reply = { retried: await makeDue(tx, id) };
        return { reply, noted: await recordAction(tx, caller, { action, about: id }) };
      });
      jobs.wake();
      return retried;
    },
  };
}

const action = "copy-pictures";

async function listCopies(db: Queries, id: string): Promise<PictureCopy[]> {
  const rows = await db
    .select()
    .from(pictureCopies)
    .where(and(ofPart(id), isElsewhere));
  return rows.map(({ source: address, copy, problem, nextAttemptAt }) => {
    return { address, copy, problem, nextAttempt: nextAttemptAt?.toISOString() ?? null };
  });
}

async function makeDue(tx: Queries, id: string): Promise<number> {
  const due = await tx
    .update(pictureCopies)
    .set({ nextAttemptAt: sql`now()`, attempts: 0 })
    .where(and(ofPart(id), isNull(pictureCopies.copy)))
    .returning({ key: pictureCopies.key });
  return due.length;
}

const ofPart = (id: string) =>
  inArray(
    pictureCopies.key,
    sql`(select md5(given) from (select p.* from parts p where p.id = ${id}) p,
      lateral (${givenPictures}) given)`,
  );

/** Pictures at the configured host are shown from there. */
const isElsewhere = sql`${pictureCopies.copy} is distinct from ${pictureCopies.source}`;
