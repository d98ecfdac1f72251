// Payments and refunds of a release in which an order had one payment with one refund.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Database } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addPart, openPrevious, place } from "#tests/previous-release.ts";

const totalCents = 1_000;

async function openWithOrder() {
  const { url, db, userId } = await openPrevious();
  return { url, db, order: await place(db, await addPart(db, 100), userId, 2) };
}

type Values = Record<string, string | number | null>;

async function insert(db: Database, table: string, values: Values): Promise<string> {
  const id = newId();
  const row = JSON.stringify({ ...values, id });
  const names = sql.join(["id", ...Object.keys(values)].map(sql.identifier), sql`, `);
  await db.execute(sql`insert into ${sql.identifier(table)} (${names})
    select ${names} from json_populate_record(null::${sql.identifier(table)}, ${row})`);
  return id;
}

const addPayment = (db: Database, order: string, values: Values) =>
  insert(db, "payments", {
    order_id: order,
    amount_cents: totalCents,
    next_check_at: "2026-01-01T00:00:00Z",
    ...values,
  });

const addRefund = (db: Database, order: string, payment: string, values: Values) =>
  insert(db, "refunds", {
    order_id: order,
    payment_id: payment,
    amount_cents: totalCents,
    reason: "cancelled",
    state: "wanted",
    next_try_at: "2026-01-01T00:00:00Z",
    tries: 0,
    attempt: 1,
    noes: 0,
    created_at: "2026-01-01T00:00:00Z",
    ...values,
  });

const now = "2026-01-02T00:00:00Z";
const done = { state: "done", done_at: now, refund_id: "re_1" };

const refundOf = async (db: Database, payment: string) =>
  (
    await queryRows(
      db,
      sql`select p.state, captured_cents::int as captured, refunding_cents::int as refunding,
        r.status, r.amount_cents::int as amount
      from payments p left join refunds r on r.refunded_payment_id = p.id where p.id = ${payment}`,
    )
  )[0];

it.each([
  ["waits", {}, { status: "wanted" }],
  ["was asked for", { asked_at: now }, { status: "asked" }],
  ["is pending at the provider", { refund_id: "re_1" }, { status: "asked" }],
  ["was made", done, { status: "succeeded" }],
  [
    "was made elsewhere",
    { ...done, refund_id: null, settled_note: "By bank" },
    { status: "elsewhere" },
  ],
  ["came late", { reason: "late" }, { status: "wanted" }],
  ["was of a second payment", { reason: "second" }, { status: "wanted" }],
  [
    "was of a wrong amount",
    { reason: "mismatch", amount_cents: 700 },
    { status: "wanted", captured: 700, refunding: 700, amount: 700 },
  ],
])("carries over a refund that %s", async (_, values, expected) => {
  const { url, db, order } = await openWithOrder();
  const payment = await addPayment(db, order, { state: "succeeded", intent_id: "pi_1" });
  await addRefund(db, order, payment, values);
  await migrate(url);
  expect(await refundOf(db, payment)).toEqual({
    state: "succeeded",
    captured: totalCents,
    refunding: totalCents,
    amount: totalCents,
    ...expected,
  });
});

it.each(["creating", "open", "dead", "succeeded"])(
  "carries over a payment that is %s",
  async (state) => {
    const { url, db, order } = await openWithOrder();
    const payment = await addPayment(db, order, { state, dispute_state: "needs_response" });
    await migrate(url);
    const captured = state === "succeeded" ? totalCents : 0;
    expect(await refundOf(db, payment)).toMatchObject({
      state,
      captured,
      refunding: 0,
      status: null,
    });
    const disputes = await queryRows(db, sql`select dispute_state as state from payments`);
    expect(disputes).toEqual([{ state: "needs_response" }]);
  },
);
