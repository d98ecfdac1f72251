import { eq, sql } from "drizzle-orm";
import type { Application, applicationCalls, HeldApplication } from "#contract/applications.ts";
import { mostCounted } from "#contract/overview.ts";
import { refuse, refuseWithPresent } from "#contract/refusals.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import {
  describeApplication,
  findApplicationsOf,
  forgetFailures,
  lockApplication,
  noSuchApplication,
  note,
  toFields,
} from "./application-record.ts";
import { readFacts } from "./read-facts.ts";
import { applications } from "./tables.ts";

const notHeld = refuse("conflict", "This application is not held: it counts already.");
const changedMeanwhile =
  "Somebody else changed this application meanwhile. Please look at it again.";

export function releaseApplication({
  db,
}: {
  db: Database;
}): Handler<typeof applicationCalls.release> {
  return ({ params: { id }, body: { version, because } }, caller) =>
    retryOnConflict(() =>
      inTransaction(db, async (tx) => {
        const stored = await lockApplication(tx, id);
        if (!stored) return noSuchApplication;
        const { record, partId } = stored;
        if (version !== record.version)
          return refuseWithPresent("conflict", changedMeanwhile, record);
        if (record.heldBecause === null) return notHeld;
        await tx
          .update(applications)
          .set({ heldBecause: null, version: version + 1 })
          .where(eq(applications.id, Number(id)));
        await forgetFailures(tx, id);
        const reply: Application = { ...record, heldBecause: null, version: version + 1 };
        const noted = await note(tx, caller, {
          action: "release-application",
          about: partId,
          before: await toFields(tx, record),
          after: { ...(await toFields(tx, reply)), because },
        });
        return { reply, noted };
      }),
    );
}

const mostListed = 200;

/** With `a` as applications and `p` as their parts. */
const isHeld = sql`a.held_because is not null and p.deleted_at is null`;

export async function listHeld(db: Queries): Promise<HeldApplication[]> {
  const rows = await queryRows<{ id: string; failedOrders: number[] } & HeldApplication["part"]>(
    db,
    sql`select a.id::text, p.id as _id, p.number, p.name, coalesce(f.numbers, '{}') as "failedOrders"
    from applications a join parts p on p.id = a.part_id
    left join lateral (
      select array_agg(o.number::int order by o.number) as numbers, max(f.at) as last
      from fit_failures f join orders o on o.id = f.order_id
      where f.application_id = a.id and f.released_at is null
    ) f on true
    where ${isHeld}
    order by f.last desc nulls last, lower(p.name), a.id limit ${mostListed}`,
  );
  const records = await findApplicationsOf(
    db,
    rows.map(({ id }) => Number(id)),
  );
  const facts = await readFacts(
    db,
    [...records.values()].flatMap(({ terms }) => terms),
  );
  return rows.flatMap(({ id, failedOrders, ...part }) => {
    const record = records.get(Number(id));
    if (!record) return [];
    const text = describeApplication({ ...record, heldBecause: null }, facts);
    return [{ ...record, part, text, failedOrders }];
  });
}

export async function countHeld(db: Queries): Promise<number> {
  const rows = await queryRows(
    db,
    sql`select distinct a.id from applications a join parts p on p.id = a.part_id
    join fit_failures f on f.application_id = a.id
    where ${isHeld} and f.released_at is null limit ${mostCounted}`,
  );
  return rows.length;
}
