import { eq } from "drizzle-orm";
import type { PartType } from "#contract/catalog.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { attributes, partTypes } from "./tables.ts";

export type NewPartType = Pick<PartType, "slug" | "name"> & Partial<PartType>;

export async function addPartTypes(tx: Queries, types: readonly NewPartType[]): Promise<void> {
  for (const { slug, name, parent, synonyms, soldForVehicles, attributes: given = [] } of types) {
    const parentId = parent ? await findTypeId(tx, parent) : null;
    const row = { slug, name, parentId, synonyms, soldForVehicles };
    const [type] = await tx.insert(partTypes).values(row).returning({ id: partTypes.id });
    const rows = given.map((attribute) => ({ ...attribute, partTypeId: type?.id }));
    if (rows.length > 0) await tx.insert(attributes).values(rows);
  }
}

async function findTypeId(tx: Queries, slug: string): Promise<number> {
  const rows = await tx
    .select({ id: partTypes.id })
    .from(partTypes)
    .where(eq(partTypes.slug, slug));
  const [type] = rows;
  if (!type) throw new Error(`There is no part type ${slug}`);
  return type.id;
}
