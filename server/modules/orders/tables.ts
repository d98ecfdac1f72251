import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CheckoutAddress } from "#contract/checkout-address.ts";
import type { DeliveryMethod } from "#contract/delivery-settings.ts";
import type { LegalPage } from "#contract/rules/legal-pages.ts";
import type { Cents } from "#contract/rules/money.ts";
import type { TaxSum } from "#contract/rules/price-types.ts";
import { users } from "#server/modules/customers/tables.ts";
import { bytea, createdAt, doneAt, idColumn } from "#server/platform/database/columns.ts";

const cents = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);
const pieces = (name: string) => integer(name).notNull().default(0);

/** Empty where nothing was promised; without a kind it goes by carrier. */
export type OrderDelivery = {
  kind?: DeliveryMethod["kind"] | undefined;
  method?: string | undefined;
  name?: string | undefined;
  from?: string;
  until?: string;
  /** Paid later than this, the days are counted from the payment. Milliseconds since 1970. */
  orderBefore?: number;
  /** The days of the order as it was placed, where a later payment has moved them. */
  whenOrdered?: { from: string; until: string };
  standardCents?: number;
};

export type AppliedDiscount = {
  discount: string;
  label: string;
  code: string | null;
  cents: Cents;
};

/** Empty for an order of one part at its price. */
export type OrderPricing = { taxes?: TaxSum[]; discounts?: AppliedDiscount[] };

/** Where an order goes to, as its columns of these names have it. */
export type Destination = {
  name: string;
  phone: string;
  address: string;
  shipTo: CheckoutAddress | null;
};

export const orderNumbers = pgSequence("order_numbers");

/**
 * Orders are never deleted. `partId`, `productName`, `quantity` and `priceCents` describe the order as
 * if it had one line, as the specification does.
 */
export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    partId: uuid("part_id").notNull(),
    requestKey: uuid("request_key").notNull(),
    requestHash: bytea("request_hash").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    productName: text("product_name").notNull(),
    quantity: integer("quantity").notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    /** The specification's: `processing` and `account` count as unpaid, `closed` as cancelled. */
    state: text("state").notNull().default("unpaid"),
    paymentState: text("payment_state").notNull(),
    fulfilmentState: text("fulfilment_state").notNull().default("none"),
    number: bigint("number", { mode: "number" }).notNull().default(sql`nextval('order_numbers')`),
    goodsCents: bigint("goods_cents", { mode: "number" }).notNull(),
    discountCents: cents("discount_cents"),
    depositCents: cents("deposit_cents"),
    deliveryCents: cents("delivery_cents"),
    taxCents: cents("tax_cents"),
    refundedCents: cents("refunded_cents"),
    taxMode: text("tax_mode").notNull().default("none"),
    /** Until then its lines are reserved, if they ever were. */
    holdUntil: timestamp("hold_until", { withTimezone: true }),
    /** How often beginning to pay has made that later. */
    holdRenewals: smallint("hold_renewals").notNull().default(0),
    /** When a letter said that this time is almost over. */
    holdLetterAt: timestamp("hold_letter_at", { withTimezone: true }),
    /** Where an order from a basket goes to, field by field; `address` has it as text. */
    shipTo: jsonb("ship_to").$type<CheckoutAddress>(),
    /** Whom the invoice is for, where it is not who receives the order. */
    billTo: jsonb("bill_to").$type<CheckoutAddress>(),
    /** A trigger writes it: that of the person when they ordered. */
    companyId: uuid("company_id"),
    vatId: text("vat_id").notNull().default(""),
    /** The customer's own, such as a purchase order number. */
    reference: text("reference").notNull().default(""),
    delivery: jsonb("delivery").$type<OrderDelivery>().notNull().default({}),
    pricing: jsonb("pricing").$type<OrderPricing>().notNull().default({}),
    /** Of the legal pages, by page; without one it was the sample. Null of orders before they were kept. */
    legalVersions: jsonb("legal_versions")
      .$type<Partial<Record<LegalPage, number>>>()
      .default(sql`present_legal_versions()`),
    /** The admin who placed it in the customer's name. */
    placedBy: uuid("placed_by"),
    transactionId: text("transaction_id"),
    createdAt: createdAt(),
    paidAt: timestamp("paid_at", { withTimezone: true }),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    closedBy: uuid("closed_by"),
    /** Of an order on a company's account: until when it is to be paid. */
    dueOn: date("due_on"),
  },
  (order) => [
    uniqueIndex("orders_request").on(order.userId, order.requestKey),
    uniqueIndex("orders_transaction").on(order.transactionId),
    index("orders_of_user").on(order.userId, order.id),
    index("orders_of_company")
      .on(order.companyId, order.id)
      .where(sql`${order.companyId} is not null`),
    index("orders_by_reference")
      .using("gin", sql`lower(${order.reference}) gin_trgm_ops`)
      .where(sql`${order.reference} <> ''`),
    index("orders_by_total").on(order.totalCents, order.id),
    index("orders_unpaid").on(order.id).where(sql`${order.state} = 'unpaid'`),
    index("orders_of_nobody")
      .on(order.id)
      .where(sql`${order.state} = 'unpaid' and ${order.userId} is null`),
    index("orders_paid").on(order.id).where(sql`${order.state} = 'paid'`),
    index("orders_open").on(order.id).where(sql`${order.state} in ('unpaid', 'paid')`),
    index("orders_to_ship")
      .on(order.id)
      .where(sql`(${order.state} = 'paid' or ${order.paymentState} = 'account')
      and ${order.fulfilmentState} in ('none', 'packed', 'partly_shipped')`),
    index("orders_by_payment").on(order.paymentState, order.id),
    index("orders_by_fulfilment").on(order.fulfilmentState, order.id),
    index("orders_by_contact").using(
      "gin",
      sql`lower(${order.phone} || ' ' || ${order.address}) gin_trgm_ops`,
    ),
    index("orders_by_promise").on(
      sql`coalesce(${order.delivery} ->> 'until', '9999-12-31')`,
      order.id,
    ),
    index("orders_by_state").on(order.state, order.fulfilmentState, order.id),
    index("orders_by_refund").on(order.refundedCents, order.id),
    index("orders_by_name").on(sql`lower(${order.name})`, order.id),
    index("orders_paid_at").on(order.paidAt, order.totalCents),
    index("orders_closed")
      .on(order.id)
      .where(sql`${order.state} in ('cancelled', 'refunding', 'refunded')`),
    check(
      "orders_state_known",
      sql`${order.state} in ('unpaid', 'paid', 'cancelled', 'refunding', 'refunded')`,
    ),
    check("orders_quantity_positive", sql`${order.quantity} > 0`),
    uniqueIndex("orders_number").on(order.number),
    check("orders_total_positive", sql`${order.totalCents} > 0`),
    check(
      "orders_total_adds_up",
      sql`${order.totalCents} = ${order.goodsCents} - ${order.discountCents} + ${order.depositCents}
        + ${order.deliveryCents} + case ${order.taxMode} when 'added' then ${order.taxCents} else 0 end`,
    ),
    check(
      "orders_amounts_in_bounds",
      sql`least(${order.goodsCents}, ${order.discountCents}, ${order.depositCents},
          ${order.deliveryCents}, ${order.taxCents}) >= 0
        and ${order.discountCents} <= ${order.goodsCents}
        and ${order.refundedCents} between 0 and ${order.totalCents}
        and (${order.taxMode} not in ('reverse', 'none') or ${order.taxCents} = 0)`,
    ),
    check(
      "orders_states_known",
      sql`${order.taxMode} in ('contained', 'added', 'reverse', 'none')
        and ${order.fulfilmentState}
          in ('none', 'packed', 'partly_shipped', 'shipped', 'delivered', 'returned')
        and ${order.state} = case ${order.paymentState}
          when 'processing' then 'unpaid' when 'account' then 'unpaid' when 'closed' then 'cancelled'
          else ${order.paymentState} end`,
    ),
    check(
      "orders_shipped_are_paid",
      sql`${order.fulfilmentState} in ('none', 'packed')
        or ${order.paymentState} in ('paid', 'account', 'refunding', 'refunded')`,
    ),
    check(
      "orders_paid_by_a_payment",
      sql`(${order.paymentState} in ('paid', 'account', 'refunding', 'refunded'))
        = (${order.transactionId} is not null)
        and (${order.paymentState} <> 'account' or ${order.dueOn} is not null)`,
    ),
    check(
      "orders_bounded",
      sql`length(${order.name}) <= 200 and length(${order.phone}) <= 100
        and length(${order.address}) <= 1000`,
    ),
  ],
);

/** Of each person what the list of people shows and is sorted by. Triggers of users and orders write it. */
export const orderSums = pgTable(
  "order_sums",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    orders: pieces("orders"),
    /** Paid and not refunded. */
    spentCents: cents("spent_cents"),
  },
  (sum) => [
    index("order_sums_by_orders").on(sum.orders, sum.userId),
    index("order_sums_by_spent").on(sum.spentCents, sum.userId),
  ],
);

export const noteKinds = ["note", "address", "letter"] as const;
export type NoteKind = (typeof noteKinds)[number];

/** What admins wrote or did that nothing else tells of. */
export const orderNotes = pgTable(
  "order_notes",
  {
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    kind: text("kind", { enum: noteKinds }).notNull(),
    byUser: uuid("by_user").notNull(),
    text: text("text").notNull(),
    createdAt: doneAt("created_at"),
  },
  (note) => [
    index("order_notes_of_order").on(note.orderId),
    check(
      "order_notes_known",
      sql`${note.kind} in ('note', 'address', 'letter') and length(${note.text}) <= 1000`,
    ),
  ],
);

/** What undoes a correction of an address, as the audit log keeps no addresses. `id` is its entry there. */
export const correctedAddresses = pgTable(
  "corrected_addresses",
  {
    id: idColumn(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    before: jsonb("before").$type<Destination>().notNull(),
    after: jsonb("after").$type<Destination>().notNull(),
    at: doneAt("at"),
  },
  (correction) => [
    index("corrected_addresses_of_order").on(correction.orderId),
    index("corrected_addresses_of_user").on(correction.userId),
  ],
);

/** Of links in letters: whoever has the token sees one order. */
export const orderLinks = pgTable(
  "order_links",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    createdAt: createdAt(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (link) => [
    index("order_links_of_order").on(link.orderId),
    index("order_links_expiry").on(link.expiresAt),
  ],
);

/** Written once with the order; then only the counters change. Triggers hold both to that. */
export const orderLines = pgTable(
  "order_lines",
  {
    id: idColumn(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    position: smallint("position").notNull(),
    kind: text("kind").notNull(),
    parentId: uuid("parent_id"),
    partId: uuid("part_id"),
    partNumber: text("part_number").notNull().default(""),
    name: text("name").notNull(),
    quantity: integer("quantity").notNull(),
    listCents: bigint("list_cents", { mode: "number" }).notNull(),
    unitCents: bigint("unit_cents", { mode: "number" }).notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    dueCents: bigint("due_cents", { mode: "number" }).notNull(),
    discountCents: cents("discount_cents"),
    taxCents: cents("tax_cents"),
    refundedCents: cents("refunded_cents"),
    taxClass: text("tax_class").notNull().default("standard"),
    taxRateBp: integer("tax_rate_bp").notNull().default(0),
    cancelled: pieces("cancelled"),
    shipped: pieces("shipped"),
    returned: pieces("returned"),
    lost: pieces("lost"),
    replaced: pieces("replaced"),
  },
  (line) => [
    index("order_lines_of_part").on(line.partId, line.orderId).where(sql`${line.kind} = 'part'`),
    unique("order_lines_position").on(line.orderId, line.position),
    unique("order_lines_of_order").on(line.orderId, line.id),
    foreignKey({
      name: "order_lines_parent",
      columns: [line.orderId, line.parentId],
      foreignColumns: [line.orderId, line.id],
    }),
    check(
      "order_lines_kind",
      sql`${line.kind} in ('part', 'deposit', 'delivery') and ${line.position} > 0
        and (${line.kind} = 'part') = (${line.partId} is not null)
        and (${line.kind} = 'deposit') = (${line.parentId} is not null)`,
    ),
    check(
      "order_lines_amounts",
      sql`${line.quantity} > 0 and ${line.unitCents} between 0 and ${line.listCents}
        and ${line.discountCents} between 0 and ${line.unitCents} * ${line.quantity}
        and (${line.kind} <> 'deposit' or ${line.discountCents} = 0)
        and ${line.totalCents} = ${line.unitCents} * ${line.quantity} - ${line.discountCents}
        and ${line.taxRateBp} between 0 and 10000 and ${line.taxCents} between 0 and ${line.totalCents}
        and ${line.dueCents} in (${line.totalCents}, ${line.totalCents} + ${line.taxCents})
        and ${line.refundedCents} between 0 and ${line.dueCents}`,
    ),
    check(
      "order_lines_pieces",
      sql`least(${line.cancelled}, ${line.shipped}, ${line.returned}, ${line.lost}, ${line.replaced}) >= 0
        and ${line.cancelled} + ${line.shipped} - ${line.replaced} <= ${line.quantity}
        and ${line.returned} + ${line.lost} <= ${line.shipped}
        and ${line.replaced} <= ${line.returned} + ${line.lost}`,
    ),
  ],
);
