import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { ManagedFilters, ManagedView } from "#contract/part-edits.ts";
import { parts } from "./tables.ts";

export const isManaged = ({ q, ...filters }: ManagedFilters) =>
  and(isKept(filters), q ? sql`${parts.id} in (${findIds(q)})` : undefined);

/** What is searched is found by any of these. Each can be read by an index, an OR of them cannot. */
export const managedBranches = ({ q, ...filters }: ManagedFilters): (SQL | undefined)[] =>
  q
    ? [and(isKept(filters), nameContains(q)), and(isKept(filters), hasNumber(q))]
    : [isKept(filters)];

export const findIds = (q: string, among = sql`parts`) => sql`
  select id from ${among} where ${nameContains(q)}
  union all select part_id from part_numbers
  where part_number_norm(${q}) <> '' and norm like part_number_norm(${q}) || '%'`;

const isKept = ({ view = "all", type }: Omit<ManagedFilters, "q">) =>
  and(isNull(parts.deletedAt), inView[view], type ? isOfType(type) : undefined);

export const inView: Record<ManagedView, SQL> = {
  all: sql`true`,
  low: sql`not ${parts.hidden} and ${parts.availablQuantity} <= greatest(${parts.minimumQuantity} + 1,
    coalesce(${parts.lowStock}, 3 * (${parts.minimumQuantity}::bigint + 1)))`,
  hidden: sql`${parts.hidden}`,
};

export const hasNumber = (q: string) => sql`part_number_norm(${q}) <> '' and ${parts.id} in (
  select part_id from part_numbers where norm like part_number_norm(${q}) || '%')`;

const isOfType = (slug: string) => {
  const types = sql`with recursive types (id) as (
    select id from part_types where slug = ${slug} and deleted_at is null
    union select t.id from part_types t join types on t.parent_id = types.id
  ) select id from types`;
  return sql`(${parts.partTypeId} in (${types}) or ${parts.id} in (
    select part_id from further_part_types where part_type_id in (${types})))`;
};

/** Written like the index. ILIKE would not use it, and lowers some letters differently. */
export function nameContains(q: string) {
  const words = q.split(/\s+/).filter((word) => word !== "");
  const pattern = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return and(...words.map((word) => sql`lower(${parts.name}) like lower(${pattern(word)})`));
}
