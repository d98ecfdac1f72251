import { sql } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import type { OwnData } from "#contract/own-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { letterJob } from "./queue-letter.ts";

/** Of an e-mail that is not proven, those of the account alone: others may be about somebody else. */
export async function listWaitingLetters(
  db: Queries,
  { email, emailVerified }: Pick<Person, "email" | "emailVerified">,
): Promise<OwnData["waitingLetters"]> {
  const rows = await queryRows<{ kind: string; since: string }>(
    db,
    sql`select payload ->> 'kind' as kind, created_at as since from jobs
      where kind = ${letterJob.kind} and payload ->> 'email' = ${email}
        and (${emailVerified} or payload ->> 'kind' = 'verify-email') order by created_at`,
  );
  return rows.map(({ kind, since }) => ({ kind, since: new Date(since).toISOString() }));
}
