import { sql } from "drizzle-orm";
import { toDollars } from "#contract/rules/money.ts";
import type { ListedPart } from "#contract/search.ts";
import { kitOfPart } from "#server/modules/catalog/part-columns.ts";
import type { Dictionary } from "./dictionary.ts";

export const listedColumns = sql`p.id as _id, p.name, p.img, p.minimum_quantity as "minimumQuantity",
  p.availabl_quantity as "availablQuantity", p.price_cents, p.number, p.life,
  coalesce(p.availabl_quantity <= p.low_stock, false) as "isLow",
  array(select v.attribute_id || ':' || coalesce(v.choice, trim_scale(v.number)::text)
    from part_attributes v where v.part_id = p.id order by v.attribute_id limit 3) as facts,
  ${kitOfPart(sql`p.id`)} as kit`;

export type ListedRow = Omit<ListedPart, "price" | "kit"> & {
  price_cents: string;
  kit: NonNullable<ListedPart["kit"]> | null;
};

export function toListedPart(row: ListedRow, { attributesById }: Dictionary): ListedPart {
  const { _id, name, img, minimumQuantity, availablQuantity, number, life, isLow } = row;
  const price = toDollars(Number(row.price_cents));
  const facts = row.facts.flatMap((fact) => {
    const [, id, value] = /^(\d+):(.*)$/s.exec(fact) ?? [];
    const attribute = attributesById.get(Number(id));
    if (!attribute) return [];
    const { kind, unit } = attribute;
    const named = kind === "number" && unit === null ? [attribute.name.toLowerCase()] : [];
    return [[...named, value, ...(unit ? [unit] : [])].join(" ")];
  });
  const kit = row.kit ?? undefined;
  return {
    _id,
    name,
    img,
    minimumQuantity,
    availablQuantity,
    price,
    number,
    life,
    facts,
    isLow,
    ...(kit && { kit }),
  };
}
