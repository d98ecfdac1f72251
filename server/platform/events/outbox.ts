import type { Queries } from "#server/platform/database/connect.ts";
import { outbox } from "./tables.ts";

export type EventInput = {
  /** Thing and past participle: "order.paid". */
  name: string;
  about: string;
  tags: readonly string[];
  data?: Record<string, unknown>;
  byUser?: string | null;
};

export type ShopEvent = {
  id: number;
  name: string;
  about: string;
  tags: string[];
  data: Record<string, unknown>;
};

/** Stores events within the transaction of the change that they tell of. */
export async function storeEvents(
  tx: Queries,
  events: readonly EventInput[],
): Promise<ShopEvent[]> {
  if (events.length === 0) return [];
  const rows = events.map(({ tags, data = {}, ...rest }) => ({ ...rest, tags: [...tags], data }));
  const stored = await tx.insert(outbox).values(rows).returning(eventColumns);
  return stored as ShopEvent[];
}

export const eventColumns = {
  id: outbox.id,
  name: outbox.name,
  about: outbox.about,
  tags: outbox.tags,
  data: outbox.data,
};
