import type { ToDo } from "#contract/overview.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { countManaged, listManaged } from "./list-managed.ts";

const mostNamed = 3;

/** Reads every part, so it takes long in a large catalogue. */
export async function summarizeLowStock(db: Queries): Promise<NonNullable<ToDo["lowStock"]>> {
  const { low: count } = await countManaged(db, {});
  const parts =
    count === 0 ? [] : await listManaged(db, { view: "low", sort: "stock", limit: mostNamed });
  const first = parts.map(({ _id, number, availablQuantity: left }) => ({ _id, number, left }));
  return { count, first };
}
