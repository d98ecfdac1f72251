import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { EventConsumer } from "#server/platform/events/consume-events.ts";
import type { ShopEvent } from "#server/platform/events/outbox.ts";
import { describeThings, type Told } from "./describe-things.ts";
import { consumerName } from "./endpoints.ts";
import { kindOfEvent } from "./kind-of-event.ts";
import { webhookDeliveries } from "./tables.ts";

export const webhookConsumer: EventConsumer = {
  name: consumerName,
  async handle(tx, events) {
    // Locked, because who switches one off ends the messages that wait for it.
    const listening = await queryRows<{ id: string; kinds: string[] }>(
      tx,
      sql`select id, kinds from webhook_endpoints where is_on for share`,
    );
    if (listening.length === 0) return;
    // Those of one thing were stored in this order.
    const told = events
      .toSorted((one, other) => one.id - other.id)
      .flatMap((event): Told[] => {
        const kind = kindOfEvent(event.name);
        return kind && listening.some(({ kinds }) => kinds.includes(kind)) ? [{ event, kind }] : [];
      });
    if (told.length === 0) return;
    const times = await readTimes(tx, told);
    const data = await describeThings(tx, told);
    const rows = told.flatMap(({ event, kind }, at) => {
      const timestamp = times.get(event.id);
      const body = JSON.stringify({ type: kind, timestamp, data: data[at] });
      return listening
        .filter(({ kinds }) => kinds.includes(kind))
        .map(({ id: endpointId }) => ({
          id: newId(),
          endpointId,
          eventId: event.id,
          kind,
          about: event.about,
          body,
          createdAt: sql`shop_now()`,
        }));
    });
    await tx.insert(webhookDeliveries).values(rows).onConflictDoNothing();
  },
};

async function readTimes(tx: Queries, told: readonly { event: ShopEvent }[]) {
  const ids = told.map(({ event }) => event.id);
  const rows = await queryRows<{ id: string; at: string }>(
    tx,
    sql`select id, at from outbox where id = any(${sql.param(ids)}::bigint[])`,
  );
  return new Map(rows.map(({ id, at }) => [Number(id), new Date(at).toISOString()]));
}
