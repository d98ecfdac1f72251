import { eq } from "drizzle-orm";
import type { PartEdit } from "#contract/catalog.ts";
import { toCents } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findOrAddBrands } from "./brands.ts";
import { invalid } from "./invalid-field.ts";
import { partTypes } from "./tables.ts";

/** What is given of a part, as columns of its row; type and brand by their ids. */
export async function toColumns(tx: Queries, part: PartEdit) {
  const { name, description, minimumQuantity, number, life, packOf, lowStock, hidden } = part;
  return {
    ...{ name, description, minimumQuantity, number, life, packOf, lowStock, hidden },
    priceCents: part.price === undefined ? undefined : toCents(part.price),
    img: part.pictures === undefined ? undefined : (part.pictures[0] ?? ""),
    partTypeId: await findTypeId(tx, part.type),
    brandId: await findBrandId(tx, part.brand),
  };
}

type Given<T> = T | null | undefined;

async function findTypeId(tx: Queries, slug: Given<string>): Promise<Given<number>> {
  if (typeof slug !== "string") return slug;
  const [type] = await tx
    .select({ id: partTypes.id })
    .from(partTypes)
    .where(eq(partTypes.slug, slug));
  if (!type) throw invalid("type", `There is no part type “${slug}”`);
  return type.id;
}

async function findBrandId(tx: Queries, name: Given<string>): Promise<Given<number>> {
  if (typeof name !== "string") return name;
  return (await findOrAddBrands(tx, [name])).get(name);
}
