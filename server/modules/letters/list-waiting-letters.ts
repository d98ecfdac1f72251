import { sql } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { letterJob } from "./queue-letter.ts";

export async function listWaitingLetters(
  db: Queries,
  email: string,
): Promise<OwnData["waitingLetters"]> {
  const rows = await queryRows<{ kind: string; since: string }>(
    db,
    sql`select payload ->> 'kind' as kind, created_at as since from jobs
      where kind = ${letterJob.kind} and payload ->> 'email' = ${email} order by created_at`,
  );
  return rows.map(({ kind, since }) => ({ kind, since: new Date(since).toISOString() }));
}
