import { arbitrary, type CatalogueEntry, numberOf } from "./catalogue-entry.ts";

type Described = Pick<CatalogueEntry, "name" | "description" | "attributes"> &
  Pick<Partial<CatalogueEntry>, "packOf" | "life"> & {
    key: string | number;
    /** In dollars; ends with the cents that prices of the shop end with. */
    about: number;
  };

/** Parts of one type that differ in their measures; they share a picture. */
export function makeVariants<const Row extends readonly unknown[]>(
  [type, slug]: readonly [type: string, slug: string],
  rows: readonly Row[],
  describe: (row: Row) => Described,
): CatalogueEntry[] {
  return rows.map((row) => {
    const { key, about, ...rest } = describe(row);
    const number = numberOf(type, key);
    const cents = [0, 20, 40, 50, 80, 90, 95][arbitrary(number, 7)] ?? 0;
    return {
      slug,
      type,
      number,
      ...rest,
      lowStock: 25,
      priceCents: Math.round(about) * 100 + cents,
      availablQuantity: arbitrary(`${number} on the shelf`, 600) + 12,
    };
  });
}
