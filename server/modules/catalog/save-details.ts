// Writes what a part has beyond the columns of its own: pictures, attributes, numbers, successors.
import { and, eq, ne, sql } from "drizzle-orm";
import type { NewPart } from "#contract/catalog.ts";
import type { PartNumber, Replacement } from "#contract/part-fields.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findOrAddBrands } from "./brands.ts";
import { invalid } from "./invalid-field.ts";
import { findPartByNumber } from "./part-record.ts";
import { resolveAttributes } from "./resolve-attributes.ts";
import { partAttributes, partNumbers, partPictures, supersessions } from "./tables.ts";

export type Details = Partial<Pick<NewPart, "pictures" | "attributes" | "numbers" | "replacedBy">>;

/** Lists are replaced as a whole; those that are not given stay. */
export async function saveDetails(tx: Queries, partId: string, details: Details): Promise<void> {
  const { pictures, attributes, numbers, replacedBy } = details;
  if (pictures) await replacePictures(tx, partId, pictures);
  if (attributes) {
    await tx.delete(partAttributes).where(eq(partAttributes.partId, partId));
    const values = await resolveAttributes(tx, partId, attributes);
    const rows = values.map((value) => ({ partId, ...value }));
    if (rows.length > 0) await tx.insert(partAttributes).values(rows);
  }
  if (numbers) await replaceNumbers(tx, partId, numbers);
  if (replacedBy) await replaceSupersessions(tx, partId, replacedBy);
}

/** The first one is a column of the part. */
async function replacePictures(tx: Queries, partId: string, pictures: readonly string[]) {
  await tx.delete(partPictures).where(eq(partPictures.partId, partId));
  const rows = pictures.slice(1).map((address, at) => ({ partId, position: at + 2, address }));
  if (rows.length > 0) await tx.insert(partPictures).values(rows);
}

async function replaceNumbers(tx: Queries, partId: string, numbers: readonly PartNumber[]) {
  await tx
    .delete(partNumbers)
    .where(and(eq(partNumbers.partId, partId), ne(partNumbers.kind, "own")));
  const names = numbers.flatMap(({ brand }) => brand ?? []);
  const brandIds = await findOrAddBrands(tx, names);
  const rows = numbers.map(({ brand, ...number }) => ({
    ...number,
    partId,
    brandId: brand === null ? null : brandIds.get(brand),
  }));
  if (rows.length > 0)
    await tx
      .insert(partNumbers)
      .values(rows)
      .onConflictDoNothing({
        target: [partNumbers.partId, partNumbers.kind, partNumbers.brandId, partNumbers.norm],
      });
}

async function replaceSupersessions(tx: Queries, oldPart: string, rows: readonly Replacement[]) {
  await tx.delete(supersessions).where(eq(supersessions.oldPart, oldPart));
  for (const { part, since, ...row } of rows) {
    const found = await findPartByNumber(tx, part);
    if (!found || found.isDeleted) throw invalid("replacedBy", `There is no part “${part}”`);
    if (found.id === oldPart) throw invalid("replacedBy", "A part cannot replace itself");
    const values = { ...row, oldPart, newPart: found.id, since: since ?? sql`current_date` };
    await tx.insert(supersessions).values(values).onConflictDoNothing();
  }
}
