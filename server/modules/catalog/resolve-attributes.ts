import { sql } from "drizzle-orm";
import type { PartAttribute } from "#contract/part-fields.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { invalid } from "./invalid-field.ts";

type Known = {
  id: number;
  name: string;
  unit: string | null;
  kind: "choice" | "number";
};
type Value = { attributeId: number; choice: string | null; number: number | null };

/** Those of the part's type, of types above it, and of every type. Unknown ones are added. */
export async function resolveAttributes(
  tx: Queries,
  partId: string,
  given: readonly PartAttribute[],
): Promise<Value[]> {
  const values = new Map<number, Value>();
  const known = await listAttributes(tx, partId);
  for (const attribute of given) {
    const name = attribute.name.toLowerCase();
    const { id, unit, kind } =
      known.find((each) => each.name.toLowerCase() === name) ??
      (await addAttribute(tx, partId, attribute));
    if (attribute.unit !== null && attribute.unit !== unit) {
      const right = unit === null ? "has no unit" : `is given in ${unit}`;
      throw invalid("attributes", `${attribute.name} ${right}`);
    }
    if (values.has(id)) throw invalid("attributes", `${attribute.name} is there twice`);
    values.set(id, { attributeId: id, ...toValue(attribute, kind) });
  }
  return [...values.values()];
}

function toValue({ name, value }: PartAttribute, kind: Known["kind"]) {
  if (kind === "choice") return { choice: `${value}`, number: null };
  const number = typeof value === "number" || value.trim() === "" ? value : Number(value);
  if (typeof number === "number" && Number.isFinite(number)) return { choice: null, number };
  throw invalid("attributes", `${name} must be a number`);
}

/** The nearest first. */
function listAttributes(tx: Queries, partId: string): Promise<Known[]> {
  return queryRows<Known>(
    tx,
    sql`
    with recursive types (id, parent_id, distance) as (
      select t.id, t.parent_id, 0 from part_types t join parts p on p.part_type_id = t.id
      where p.id = ${partId}
      union all
      select t.id, t.parent_id, distance + 1 from part_types t join types on t.id = types.parent_id
      where distance < 20
    )
    select a.id, a.name, a.unit, a.kind from attributes a
    left join types on types.id = a.part_type_id
    where a.part_type_id is null or types.id is not null
    order by types.distance nulls last`,
  );
}

async function addAttribute(tx: Queries, partId: string, { name, unit, value }: PartAttribute) {
  const kind: Known["kind"] = typeof value === "number" ? "number" : "choice";
  const [added] = await queryRows<Known>(
    tx,
    sql`
    insert into attributes (part_type_id, name, unit, kind)
    select part_type_id, ${name}, ${unit}, ${kind} from parts where id = ${partId}
    on conflict on constraint attributes_name do update set name = attributes.name
    returning id, name, unit, kind`,
  );
  if (!added) throw new Error("The part is gone");
  return added;
}
