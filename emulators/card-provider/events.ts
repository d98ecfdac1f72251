// Events are stored in the transaction of the change that they report.
import { newId, now } from "./ids.ts";
import type { Store, StoredObject } from "./store.ts";

export type EventType =
  | "charge.failed"
  | "charge.refunded"
  | "charge.succeeded"
  | "customer.created"
  | "customer.deleted"
  | "payment_intent.canceled"
  | "payment_intent.created"
  | "payment_intent.payment_failed"
  | "payment_intent.requires_action"
  | "payment_intent.succeeded"
  | "payment_method.attached"
  | "payment_method.detached"
  | "refund.created"
  | "refund.failed"
  | "refund.updated"
  | "setup_intent.created"
  | "setup_intent.requires_action"
  | "setup_intent.setup_failed"
  | "setup_intent.succeeded";

export type Event = {
  position: number;
  id: string;
  type: EventType;
  body: string;
  state: "wanted" | "held" | "delivered" | "given-up";
  tries: number;
  next_try_at: number;
  last_answer: string | null;
};

/** As the `stripe` package has it. */
export const apiVersion = "2026-10-28.endive";

export type Cause = { request: string; key: string | undefined };

export function writeEvent(
  { db }: Store,
  type: EventType,
  object: StoredObject,
  { request, key }: Cause,
  state: "wanted" | "held",
): void {
  const id = newId("evt");
  const body = {
    id,
    object: "event",
    api_version: apiVersion,
    created: now(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: request, idempotency_key: key ?? null },
    type,
  };
  db.prepare("insert into events (id, type, body, state, next_try_at) values (?, ?, ?, ?, ?)").run(
    id,
    type,
    JSON.stringify(body),
    state,
    Date.now(),
  );
}

export function readEvents(
  { db }: Store,
  where = "true order by position",
  ...values: (string | number)[]
): Event[] {
  const rows = db.prepare(`select * from events where ${where}`).all(...values);
  return rows as unknown as Event[];
}
