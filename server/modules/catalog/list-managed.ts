import { and, or, type SQL, sql } from "drizzle-orm";
import { maxPage } from "#contract/fields.ts";
import type {
  ManagedColumn,
  ManagedFilters,
  ManagedPart,
  ManagedSort,
  ManagedView,
} from "#contract/part-edits.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { hasIndexedWord, listFound } from "#server/platform/database/list-found.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { hasNumber, inView, isManaged, managedBranches, nameContains } from "./managed-filters.ts";
import { parts } from "./tables.ts";

type Page = {
  sort?: ManagedSort | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

const listed = {
  _id: parts.id,
  name: parts.name,
  img: parts.img,
  description: parts.description,
  minimumQuantity: parts.minimumQuantity,
  availablQuantity: parts.availablQuantity,
  priceCents: parts.priceCents,
  number: parts.number,
  version: parts.version,
  lowStock: parts.lowStock,
  hidden: parts.hidden,
  type: sql<string | null>`(select name from part_types where id = ${parts.partTypeId}
    and deleted_at is null)`,
  brand: sql<string | null>`(select name from brands where id = ${parts.brandId})`,
};

export async function listManaged(
  db: Queries,
  { sort, limit = maxPage, after, ...filters }: ManagedFilters & Page,
): Promise<ManagedPart[]> {
  const [column, isDown] = readSort(sort);
  const direction = isDown ? sql`desc` : sql`asc`;
  const comparison = isDown ? sql`<` : sql`>`;
  const follows = sql`(${column}, ${parts.position}) ${comparison}
    (select ${column}, ${parts.position} from parts where id = ${after})`;
  const order = sql`${column} ${direction}, ${parts.position} ${direction}`;
  const isAfter = after ? follows : undefined;
  const list = (db: Queries, isListed: SQL | undefined) =>
    db.select(listed).from(parts).where(isListed).orderBy(order).limit(limit);
  const { q, ...others } = filters;
  const matches = and(isManaged(others), isAfter);
  const branches = managedBranches(filters).map((branch) => and(branch, isAfter));
  const rows =
    q && !hasIndexedWord(q)
      ? await listFound(
          db,
          {
            from: sql`parts`,
            matches,
            order,
            limit,
            list: (db, has) => list(db, and(matches, has)),
          },
          {
            has: or(nameContains(q), hasNumber(q)) ?? sql`true`,
            byIndex: undefined,
            exactly: hasNumber(q),
          },
        )
      : await list(db, isFirstOf(branches, order, limit));
  return rows.map(({ priceCents, ...row }) => ({ ...row, price: toDollars(priceCents) }));
}

function isFirstOf(branches: (SQL | undefined)[], order: SQL, limit: number): SQL | undefined {
  const [only, ...others] = branches;
  if (others.length === 0) return only;
  const each = branches.map(
    (branch) => sql`(select id from parts where ${branch} order by ${order} limit ${limit})`,
  );
  return sql`${parts.id} in (${sql.join(each, sql` union all `)})`;
}

export async function countManaged(
  db: Queries,
  { q, type }: Pick<ManagedFilters, "q" | "type">,
): Promise<Record<ManagedView, number>> {
  const [counts] = await queryRows<Record<ManagedView, number>>(
    db,
    sql`
    select count(*)::int as all, count(*) filter (where ${inView.low})::int as low,
      count(*) filter (where ${inView.hidden})::int as hidden
    from (${sql.join(
      managedBranches({ q, type }).map(
        (branch) => sql`select id, availabl_quantity, minimum_quantity, low_stock, hidden
          from parts where ${branch}`,
      ),
      sql` union `,
    )}) parts`,
  );
  return counts ?? { all: 0, low: 0, hidden: 0 };
}

const sortColumns: Record<ManagedColumn, SQL> = {
  number: sql`${parts.number}`,
  name: sql`lower(${parts.name})`,
  minimum: sql`${parts.minimumQuantity}`,
  stock: sql`${parts.availablQuantity}`,
  price: sql`${parts.priceCents}`,
};

function readSort(sort: ManagedSort | undefined): [SQL, boolean] {
  if (!sort) return [sql`${parts.position}`, false];
  const column = sort.replace("-down", "") as ManagedColumn;
  return [sortColumns[column], sort !== column];
}
