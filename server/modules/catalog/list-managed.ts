import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ManagedPart, ManagedView } from "#contract/part-edits.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { nameContains } from "./store.ts";
import { parts } from "./tables.ts";

type Filters = {
  q?: string | undefined;
  view?: ManagedView | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

export async function listManaged(
  db: Queries,
  { q, view = "all", limit, after }: Filters,
): Promise<ManagedPart[]> {
  const follows = sql`${parts.position} > (select position from parts where id = ${after})`;
  const query = db
    .select({
      ...{ _id: parts.id, name: parts.name, img: parts.img, description: parts.description },
      ...{ minimumQuantity: parts.minimumQuantity, availablQuantity: parts.availablQuantity },
      ...{ priceCents: parts.priceCents, number: parts.number, version: parts.version },
      ...{ lowStock: parts.lowStock, hidden: parts.hidden },
    })
    .from(parts)
    .where(
      and(
        isNull(parts.deletedAt),
        inView[view],
        q ? sql`(${nameContains(q)} or ${hasNumber(q)})` : undefined,
        after ? follows : undefined,
      ),
    )
    .orderBy(asc(parts.position));
  const rows = await (limit ? query.limit(limit) : query);
  return rows.map(({ priceCents, ...row }) => ({ ...row, price: toDollars(priceCents) }));
}

/** `low` is what contract/rules/stock-level.ts does not call enough. */
const inView: Record<ManagedView, SQL | undefined> = {
  all: undefined,
  low: sql`${parts.availablQuantity} <= greatest(${parts.minimumQuantity} + 1,
    coalesce(${parts.lowStock}, 3 * (${parts.minimumQuantity}::bigint + 1)))`,
  hidden: eq(parts.hidden, true),
};

const hasNumber = (q: string) => sql`part_number_norm(${q}) <> '' and ${parts.id} in (
  select part_id from part_numbers where norm like part_number_norm(${q}) || '%')`;
