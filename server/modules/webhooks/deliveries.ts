import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { DeliveryState } from "#contract/rules/webhooks.ts";
import type { WebhookDelivery } from "#contract/webhooks.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { webhookDeliveries } from "./tables.ts";

type Row = typeof webhookDeliveries.$inferSelect;

const keptDays = 30;

/** The header `webhook-id`. */
export const toMessageId = (id: string): string => `msg_${id}`;

type Filters = {
  q?: string | undefined;
  state?: DeliveryState | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

export async function listDeliveries(
  db: Queries,
  endpointId: string,
  { q, state, limit = 50, after }: Filters,
): Promise<WebhookDelivery[]> {
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        q ? matches(q) : undefined,
        state && eq(webhookDeliveries.state, state),
        after ? lt(webhookDeliveries.id, after) : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
  return rows.map(toDelivery);
}

function matches(q: string) {
  const text = `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const id = /^(?:msg_)?([0-9a-f-]{36})$/i.exec(q.trim())?.[1] ?? "";
  return or(
    sql`${webhookDeliveries.kind} || ' ' || ${webhookDeliveries.body} ilike ${text}`,
    sql`${webhookDeliveries.id}::text = ${id.toLowerCase()}`,
  );
}

export function toDelivery(row: Row): WebhookDelivery {
  const { id, kind, state, attempts, status, durationMs, answer, body } = row;
  return {
    _id: id,
    messageId: toMessageId(id),
    kind,
    state,
    attempts,
    status,
    durationMs,
    answer,
    body,
    createdAt: row.createdAt.toISOString(),
    lastTryAt: row.lastTryAt?.toISOString() ?? null,
    nextTryAt: state === "waiting" ? row.nextTryAt.toISOString() : null,
  };
}

export async function addTest(
  tx: Queries,
  endpointId: string,
  body: string,
  kind: string,
): Promise<WebhookDelivery | undefined> {
  const id = newId();
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({ id, endpointId, kind, about: id, body })
    .returning();
  return row && toDelivery(row);
}

export async function replayDeliveries(
  tx: Queries,
  endpointId: string,
  deliveryId: string | undefined,
): Promise<number> {
  const replayed = await tx
    .update(webhookDeliveries)
    .set({ state: "waiting", attempts: 0, nextTryAt: sql`now()` })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        deliveryId ? eq(webhookDeliveries.id, deliveryId) : eq(webhookDeliveries.state, "failed"),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return replayed.length;
}

export async function deleteOldDeliveries(db: Queries): Promise<void> {
  await db.delete(webhookDeliveries).where(
    sql`${webhookDeliveries.state} <> 'waiting'
        and ${webhookDeliveries.createdAt} < now() - make_interval(days => ${keptDays})`,
  );
}
