// Browsers load pictures from the shop only: what was given by an address elsewhere is copied.
import { asc, eq, lte, sql } from "drizzle-orm";
import { partListTags } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { type CopiedPicture, copyPicture } from "#server/modules/media/copy-picture.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { pictureCopies } from "./tables.ts";

const atOnce = 4;
/** Then the owner has to do something. */
const retryAfterMinutes = [1, 10, 60, 360, 1_440];

export const copyPicturesJob = (context: Context) =>
  defineSchedule({
    kind: "copy-pictures",
    title: "Copy pictures of parts from their addresses",
    everySeconds: 5,
    run: ({ signal }) => copyDue(context, signal),
  });

type Due = Pick<typeof pictureCopies.$inferSelect, "source" | "attempts">;

async function copyDue(context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await findDue(context.db);
    if (due.length === 0) return;
    await Promise.all(due.map((picture) => copyOne(context, picture, signal)));
    await context.events.publish();
  }
}

function findDue(db: Queries): Promise<Due[]> {
  return db
    .select({ source: pictureCopies.source, attempts: pictureCopies.attempts })
    .from(pictureCopies)
    .where(lte(pictureCopies.nextAttemptAt, sql`now()`))
    .orderBy(asc(pictureCopies.nextAttemptAt))
    .limit(atOnce);
}

async function copyOne(context: Context, due: Due, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const result = await copyPicture(context, due.source, signal);
  if (signal.aborted) return;
  await retryOnConflict(() => inTransaction(db, (tx) => record(tx, due, result)));
}

async function record(tx: Queries, { source, attempts }: Due, result: CopiedPicture) {
  await tx
    .update(pictureCopies)
    .set({ ...toState(result, attempts), attempts: attempts + 1 })
    .where(eq(pictureCopies.key, sql`md5(${source})`));
  const parts = await showCopy(tx, source);
  if (parts.length === 0) return;
  await storeEvents(tx, [
    { name: "part.picture-copied", about: parts[0]?._id ?? "", tags: partListTags(parts) },
  ]);
}

function toState(result: CopiedPicture, attempts: number) {
  if ("copy" in result) return { copy: result.copy, problem: null, nextAttemptAt: null };
  const minutes = result.mayPass ? retryAfterMinutes[attempts] : undefined;
  const nextAttemptAt =
    minutes === undefined ? null : sql`now() + make_interval(mins => ${minutes}::int)`;
  return { problem: result.problem, nextAttemptAt };
}

/** Triggers put the copy, if there is one, in the place of its address. */
function showCopy(tx: Queries, source: string): Promise<{ _id: string }[]> {
  return queryRows(
    tx,
    sql`
    with first as (
      update parts set img = img where img = ${source} and img ~* '^https?://' returning id
    ), further as (
      update part_pictures set address = address
      where address = ${source} and address ~* '^https?://' returning part_id
    )
    select id as _id from first union select part_id from further`,
  );
}
