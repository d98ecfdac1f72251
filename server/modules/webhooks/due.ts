import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Outcome } from "./post-message.ts";

/** After each attempt that failed, in seconds: three days in all. */
const retrySeconds = [
  5,
  30,
  120,
  600,
  1_800,
  3_600,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600),
];
const disableAfterDays = 3;
/** "Do not send to this address again." */
const goneStatus = 410;

export type DueMessage = { id: string; url: string; body: string; secrets: Buffer[] };

/** Only the first of each thing that waits: later ones wait for it. */
const isFirst = sql`not exists (select from webhook_deliveries before
  where before.endpoint_id = d.endpoint_id and before.about = d.about
    and before.state = 'waiting' and before.position < d.position)`;

export async function listDueEndpoints(db: Queries): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select e.id from webhook_endpoints e where e.is_on and exists (
      select from webhook_deliveries d
      where d.endpoint_id = e.id and d.state = 'waiting' and d.next_try_at <= now() and ${isFirst})`,
  );
  return rows.map(({ id }) => id);
}

export async function listDue(
  db: Queries,
  endpointId: string,
  limit: number,
): Promise<DueMessage[]> {
  const rows = await queryRows<{
    id: string;
    url: string;
    body: string;
    secret: Buffer;
    previous: Buffer | null;
  }>(
    db,
    sql`select d.id, d.body, e.url, e.secret,
        case when e.previous_until > now() then e.previous_secret end as previous
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.endpoint_id = ${endpointId} and e.is_on and d.state = 'waiting'
        and d.next_try_at <= now() and ${isFirst}
      order by d.position limit ${limit}`,
  );
  return rows.map(({ secret, previous, ...row }) => ({
    ...row,
    secrets: previous ? [secret, previous] : [secret],
  }));
}

export async function recordOutcome(db: Queries, id: string, outcome: Outcome): Promise<void> {
  const { isDelivered, status, durationMs, answer } = outcome;
  const waits = sql.param(retrySeconds);
  await db.execute(sql`
    with sent as (
      update webhook_deliveries d set attempts = attempts + 1, last_try_at = now(),
        status = ${status}, duration_ms = ${durationMs}, answer = ${answer},
        state = case when ${isDelivered} then 'delivered'
          when attempts >= ${retrySeconds.length} then 'failed' else 'waiting' end,
        next_try_at = now() + make_interval(
          secs => coalesce((${waits}::int[])[least(attempts + 1, ${retrySeconds.length})], 0))
      where d.id = ${id} and d.state = 'waiting' returning endpoint_id)
    update webhook_endpoints e
    set failing_since = case when ${isDelivered} then null else coalesce(failing_since, now()) end
    from sent where e.id = sent.endpoint_id and (failing_since is null) <> ${isDelivered}`);
}

/** True if it has failed for days, or its last answer was that there is nothing any more. */
export async function isGivenUp(
  db: Queries,
  endpointId: string,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const [row] = await queryRows<{ isLate: boolean }>(
    db,
    sql`select coalesce(failing_since < now() - make_interval(days => ${disableAfterDays}), false)
        as "isLate"
      from webhook_endpoints where id = ${endpointId}`,
  );
  const failed = outcomes.some(({ isDelivered }) => !isDelivered);
  const isGone = outcomes.some(({ status }) => status === goneStatus);
  return isGone || (failed && row?.isLate === true);
}
