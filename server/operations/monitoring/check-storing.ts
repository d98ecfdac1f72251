import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/connect.ts";
import { errorCode } from "#server/platform/database/database-errors.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";

/** 53300 is "too many connections". */
const isOutOfRoom = (code = "") => code.startsWith("53") && code !== "53300";

/** Tried with a temporary file of 0.5 MB and a message in the write-ahead log, which leave nothing behind. */
export async function canStore(db: Database): Promise<boolean> {
  try {
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`set local work_mem = '64kB'`);
      await tx.execute(sql`select count(*), pg_logical_emit_message(true, 'readiness', '')
        from generate_series(1, 20000)`);
    });
    return true;
  } catch (error) {
    if (isOutOfRoom(errorCode(error))) return false;
    throw error;
  }
}
