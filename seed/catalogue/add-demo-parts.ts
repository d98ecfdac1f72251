import { addPartTypes } from "#server/modules/catalog/add-part-types.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { findPartByNumber } from "#server/modules/catalog/part-numbers.ts";
import { saveDetails } from "#server/modules/catalog/save-details.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { catalogue } from "./catalogue.ts";
import { partTypes } from "./part-types.ts";
import { supersessions } from "./superseded-parts.ts";
import { toNewPart } from "./to-new-part.ts";

/** `pictures` has the addresses of the pictures by their names. */
export async function addDemoParts(tx: Queries, pictures: Map<string, string[]>): Promise<void> {
  await addPartTypes(tx, partTypes);
  await addParts(
    tx,
    catalogue.map((entry) => toNewPart(entry, pictures.get(entry.slug))),
  );
  for (const [old, steps] of Map.groupBy(supersessions, (step) => step.old)) {
    const found = await findPartByNumber(tx, old);
    if (!found) throw new Error(`There is no ${old} in the demo`);
    const replacedBy = steps.map(({ replacedBy }) => ({
      choice: 1,
      quantity: 1,
      bothWays: false,
      reason: "",
      ...replacedBy,
    }));
    await saveDetails(tx, [{ partId: found.id, replacedBy }]);
  }
}
