import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { letterJob, type QueuedLetter } from "./queue-letter.ts";

type OldLetter = QueuedLetter & { priority: number };

/** The release before this one queued letters in a table of their own. It goes with the next. */
export const adoptLettersJob = (db: Database) =>
  defineSchedule({
    kind: "adopt-letters",
    title: "Take over letters of the previous version",
    everySeconds: 30,
    run: () =>
      inTransaction(db, async (tx) => {
        const old = await queryRows<OldLetter & { isRecent: boolean }>(
          tx,
          sql`
          delete from letters where id in (select id from letters
            where next_try_at <= now() limit 1000 for update skip locked)
          returning kind, email, about, priority,
            created_at > now() - interval '24 hours' as "isRecent"`,
        );
        for (const { isRecent, priority, ...payload } of old)
          if (isRecent) await enqueue(tx, letterJob, { payload, priority });
      }),
  });
