import { eq, type SQL, sql } from "drizzle-orm";
import type {
  MissedColumn,
  MissedFileColumn,
  MissedSearch,
  MissedSort,
  MissedView,
  missedSearchCalls,
} from "#contract/missed-searches.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Undo, Undoes } from "#server/platform/audit/handlers.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { dismissedSearches } from "./tables.ts";

const noSuchSearch = refuse(
  "not-found",
  "There is no such search any more: they are kept for 90 days.",
);

export function missedSearchHandlers({
  db,
}: Pick<Context, "db">): Handlers<typeof missedSearchCalls> {
  return {
    list: ({ query }) => listMissed(db, query),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "missed-searches",
        columns,
        chosen,
        list: (page) => listMissed(db, { ...query, ...page }),
      }),
    dismiss: ({ params: { id }, body: { dismissed } }, caller) =>
      dismiss(db, caller, id, dismissed),
  };
}

function dismiss(db: Database, caller: SignedInCaller, id: string, dismissed: boolean) {
  return inTransaction(db, async (tx) => {
    const term = await findTerm(tx, id);
    if (term === undefined) return noSuchSearch;
    await setDismissed(tx, term, dismissed);
    const action = "dismiss-search";
    const after = { term, dismissed };
    const noted = await recordAction(tx, caller, { action, about: id, after });
    return { reply: { dismissed }, noted };
  });
}

const undoDismissal: Undo = (db, caller, { about, after }) =>
  dismiss(db, caller, about, after?.dismissed === false);

const columns: FileColumns<MissedFileColumn, MissedSearch> = {
  term: ["Search", ({ term }) => term],
  count: ["Times", ({ count }) => `${count}`],
  last: ["Last", ({ lastAt }) => lastAt],
};

type Filters = {
  q?: string | undefined;
  view?: MissedView | undefined;
  sort?: MissedSort | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

/** Of version 8, which may be made of anything. */
const idOf = sql`overlay(overlay(md5(term) placing '8' from 13) placing '8' from 17)::uuid`;

const sortColumns: Record<MissedColumn, SQL> = {
  term: sql`term`,
  count: sql`count`,
  last: sql`last_at`,
};

export async function listMissed(db: Queries, filters: Filters): Promise<MissedSearch[]> {
  const { q = "", view = "open", sort = "count-down", limit = 50, after } = filters;
  const column = sortColumns[sort.replace("-down", "") as MissedColumn];
  const isDown = sort.endsWith("-down");
  const place = sql`(${column}, term)`;
  const follows = sql`${place} ${isDown ? sql`<` : sql`>`}
    (select ${column}, term from missed where ${idOf} = ${after ?? null})`;
  const direction = isDown ? sql`desc` : sql`asc`;
  const rows = await queryRows<Omit<MissedSearch, "lastAt"> & { last_at: string }>(
    db,
    sql`
    with missed as (
      select term, sum(count)::int as count, max(coalesce(last_at, day)) as last_at
      from missed_searches group by term
    )
    select ${idOf} as _id, term, count, last_at from missed
    where strpos(term, lower(${q})) > 0 and ${after ? follows : sql`true`}
      and exists (select from dismissed_searches d where d.term = missed.term) = ${view === "dismissed"}
    order by ${column} ${direction}, term ${direction} limit ${limit}`,
  );
  return rows.map(({ last_at, ...row }) => ({ ...row, lastAt: new Date(last_at).toISOString() }));
}

async function findTerm(tx: Queries, id: string): Promise<string | undefined> {
  const [row] = await queryRows<{ term: string }>(
    tx,
    sql`select term from missed_searches where ${idOf} = ${id} limit 1`,
  );
  return row?.term;
}

async function setDismissed(tx: Queries, term: string, isDismissed: boolean): Promise<void> {
  if (isDismissed) await tx.insert(dismissedSearches).values({ term }).onConflictDoNothing();
  else await tx.delete(dismissedSearches).where(eq(dismissedSearches.term, term));
}

export const missedSearchUndoes: Undoes = {
  "dismiss-search": undoDismissal,
};
