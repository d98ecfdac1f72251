import { sql } from "drizzle-orm";
import type { BasketLine } from "#contract/baskets.ts";
import type { FactWords } from "#contract/fitment.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { resolveSuccessors, type Supersession } from "#contract/rules/successors.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type Ids, isIn } from "#server/platform/database/is-in.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { findLaterKits } from "./list-kit-parts.ts";
import { inKitsOnly, lowestPriceCents } from "./part-columns.ts";

export type ShownPart = {
  id: string;
  number: string;
  name: string;
  img: string;
  minimumQuantity: number;
  availablQuantity: number;
  priceCents: number;
  depositCents: number;
  lowestCents: number;
  types: string[];
  brand: string | null;
  taxClass: string;
  grams: number;
  isBulky: boolean;
  isDangerous: boolean;
  life: string;
  isForSale: boolean;
  inKitsOnly: boolean;
  /** Of a kit that is put together from the shelf: what it needs, and how many of that are left. */
  shelf: { partId: string; quantity: number; available: number }[];
  /** At the ends of the chain. Those of one choice are needed together. */
  replacedBy: BasketLine["replacedBy"];
  /** Those that it is only sold in, or with what replaced a part of this one. */
  kits: BasketLine["kits"];
};

/** Deleted and hidden ones as well, which are not sold. */
export async function listBasketParts(db: Queries, ids: Ids): Promise<Map<string, ShownPart>> {
  if (Array.isArray(ids) && ids.length === 0) return new Map();
  const rows = await queryPrepared<Raw>(
    db,
    sql`
    with recursive above (part_type_id, id, parent_id, slug) as (
      select id, id, parent_id, slug from part_types
        where deleted_at is null and id in (
          select part_type_id from parts where ${isIn(sql`id`, ids)}
          union select part_type_id from further_part_types where ${isIn(sql`part_id`, ids)})
      union all
      select above.part_type_id, t.id, t.parent_id, t.slug
        from part_types t join above on t.id = above.parent_id and t.deleted_at is null
    )
    select p.id, p.number, p.name, p.img, p.minimum_quantity as "minimumQuantity",
      p.availabl_quantity as "availablQuantity", p.price_cents as "priceCents",
      p.deposit_cents as "depositCents",
      ${lowestPriceCents} as "lowestCents",
      array(select distinct slug from above where above.part_type_id = p.part_type_id
        or above.part_type_id in (
          select f.part_type_id from further_part_types f where f.part_id = p.id)) as types,
      (select name from brands b where b.id = p.brand_id) as brand, p.tax_class as "taxClass",
      coalesce(p.weight_grams, 0) as grams, p.bulky as "isBulky", p.dangerous as "isDangerous",
      p.life, p.deleted_at is null and not p.hidden and not kits.only as "isForSale", kits.only as "inKitsOnly",
      case when p.from_shelf then (
        select coalesce(json_agg(json_build_object('partId', needed.part_id,
          'quantity', needed.quantity, 'available', inside.availabl_quantity)), '[]')
        from shelf_parts(array[p.id]) needed join parts inside on inside.id = needed.part_id
      ) else '[]' end as shelf,
      case when kits.only then (
        select json_agg(json_build_object('_id', kit.id, 'number', kit.number, 'name', kit.name)
          order by kit.number)
        from kit_components c join parts kit on kit.id = c.kit_id
        where c.component_id = p.id and not kit.hidden and kit.deleted_at is null
      ) else '[]' end as kits,
      coalesce((
        select json_agg(json_build_object('id', inside.id,
          'isMade', inside.life in ('active', 'announced')))
        from kit_components c join parts inside on inside.id = c.component_id
        where c.kit_id = p.id having bool_or(inside.life in ('superseded', 'ended'))
      ), '[]') as inside,
      (with recursive later (old_part, new_part, choice) as (
        select old_part, new_part, choice from supersessions where old_part = p.id
        union select s.old_part, s.new_part, s.choice
        from supersessions s join later on s.old_part = later.new_part
      ) select coalesce(json_agg(json_build_object('oldPart', s.old_part, 'newPart', s.new_part,
          'choice', s.choice, 'quantity', s.quantity, 'terms', s.terms,
          'number', other.number, 'name', other.name, 'state', case
            when other.deleted_at is not null or other.hidden then 'gone'
            when other.life in ('superseded', 'ended') then 'replaced' else 'current' end,
          'facts', (select coalesce(json_agg(json_build_object('key', f.key, 'kind', f.kind,
              'question', f.question, 'unit', f.unit, 'values', array(
                select json_build_object('id', v.id, 'label', v.label)
                from fact_values v where v.fact_id = f.id))), '[]')
            from facts f where s.terms <> '[]' and f.key in (
              select one ->> 'fact' from jsonb_array_elements(s.terms) one))
          ) order by s.choice, other.number), '[]')
        from later join supersessions s using (old_part, new_part, choice)
        join parts other on other.id = s.new_part) as steps
    from parts p cross join lateral (select ${inKitsOnly(sql`p.id`)} as only) kits
    where ${isIn(sql`p.id`, ids)}`,
  );
  const found = new Map(rows.map((row) => [row.id, withNumbers(row)]));
  for (const { id, inside } of rows) {
    const part = found.get(id);
    if (part && inside.length > 0) part.kits.push(...(await listLaterKits(db, id, inside)));
  }
  return found;
}

/** Kits of which a part is no longer made are few. */
async function listLaterKits(db: Queries, id: string, inside: Inside) {
  const parts = await listBasketParts(
    db,
    inside.map((each) => each.id),
  );
  const components = inside.map(({ id, isMade }) => {
    const ways = Map.groupBy(parts.get(id)?.replacedBy ?? [], ({ choice }) => choice);
    return { id, ways: isMade ? [] : [...ways.values()].map((way) => way.map(({ _id }) => _id)) };
  });
  if (components.every(({ ways }) => ways.length === 0)) return [];
  const kits = await findLaterKits(db, id, components);
  return kits.map(({ _id, number, name }) => ({ _id, number, name }));
}

type Amount = "priceCents" | "depositCents" | "lowestCents";
type Step = Supersession & {
  number: string;
  name: string;
  state: "current" | "replaced" | "gone";
  facts: FactWords[];
};
type Inside = { id: string; isMade: boolean }[];
type Raw = Omit<ShownPart, Amount | "replacedBy"> &
  Record<Amount, string> & { steps: Step[]; inside: Inside };

const withNumbers = ({ steps, inside: _, ...row }: Raw): ShownPart => ({
  ...row,
  replacedBy: listReplacements(row.id, steps),
  priceCents: Number(row.priceCents),
  depositCents: Number(row.depositCents),
  lowestCents: Number(row.lowestCents),
});

function listReplacements(id: string, steps: readonly Step[]): BasketLine["replacedBy"] {
  const parts = new Map(steps.map((step) => [step.newPart, step]));
  const facts = steps.flatMap((step) => step.facts);
  const ways = resolveSuccessors(id, steps, (part) => parts.get(part)?.state ?? "gone");
  return ways.flatMap((together, at) =>
    together.map(({ part, quantity, terms = [] }) => ({
      _id: part,
      number: parts.get(part)?.number ?? "",
      name: parts.get(part)?.name ?? "",
      choice: at + 1,
      quantity,
      terms,
      only: terms.map((term) => describeTerm(term, facts)).join(", "),
    })),
  );
}
