import { inArray } from "drizzle-orm";
import type { PartEdit } from "#contract/catalog.ts";
import { toCents } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findOrAddBrands } from "./brands.ts";
import { invalid } from "./invalid-field.ts";
import { partTypes } from "./tables.ts";

type Named = Pick<PartEdit, "type" | "brand">;
/** Ids of types and brands by the names that parts are given with. */
export type NameIds = { types: Map<string, number>; brands: Map<string, number> };

export async function findNameIds(tx: Queries, parts: readonly Named[]): Promise<NameIds> {
  const slugs = [...new Set(parts.flatMap(({ type }) => type ?? []))];
  const brands = await findOrAddBrands(
    tx,
    parts.flatMap(({ brand }) => brand ?? []),
  );
  if (slugs.length === 0) return { types: new Map(), brands };
  const rows = await tx
    .select({ id: partTypes.id, slug: partTypes.slug })
    .from(partTypes)
    .where(inArray(partTypes.slug, slugs));
  const types = new Map(rows.map(({ id, slug }) => [slug, id]));
  const unknown = slugs.find((slug) => !types.has(slug));
  if (unknown !== undefined) throw invalid("type", `There is no part type “${unknown}”`);
  return { types, brands };
}

/** What is given of a part, as columns of its row. */
export function toColumns(part: PartEdit, { types, brands }: NameIds) {
  const { name, description, minimumQuantity, number, life, packOf, lowStock, hidden } = part;
  return {
    ...{ name, description, minimumQuantity, number, life, packOf, lowStock, hidden },
    priceCents: part.price === undefined ? undefined : toCents(part.price),
    img: part.pictures === undefined ? undefined : (part.pictures[0] ?? ""),
    partTypeId: toId(part.type, types),
    brandId: toId(part.brand, brands),
  };
}

function toId(name: string | null | undefined, ids: Map<string, number>) {
  return typeof name === "string" ? ids.get(name) : name;
}
