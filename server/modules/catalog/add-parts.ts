import type { NewPart } from "#contract/part-edits.ts";
import { everyPartTag, partKinds } from "#contract/tags.ts";
import { openStock } from "#server/modules/inventory/open-stock.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { findNameIds, toRow } from "./part-record.ts";
import { saveDetails, toDetails } from "./save-details.ts";
import { parts } from "./tables.ts";

/** So few that each statement ends within its time on a busy machine. */
const rowsPerInsert = 1_000;

export async function addParts(db: Queries, added: readonly NewPart[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < added.length; from += rowsPerInsert) {
    const batch = added.slice(from, from + rowsPerInsert).map((part) => ({ ...part, id: newId() }));
    const nameIds = await findNameIds(db, batch);
    await db.insert(parts).values(batch.map((part) => ({ ...toRow(part, nameIds), id: part.id })));
    const stock = batch.map(({ id, availablQuantity }) => ({
      partId: id,
      onHand: availablQuantity,
    }));
    await openStock(db, stock);
    await saveDetails(
      db,
      batch.map((part) => toDetails(part.id, part)),
    );
    ids.push(...batch.map(({ id }) => id));
  }
  const tags = [...partKinds, everyPartTag];
  await storeEvents(db, [{ name: "parts.added", about: "*", tags }]);
  return ids;
}

export async function addPart(db: Queries, part: NewPart): Promise<string> {
  const [id = ""] = await addParts(db, [part]);
  return id;
}
