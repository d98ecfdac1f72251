// The tables. Rules that must never break are constraints here, whatever the code does.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

// Ids are made by the shop (see new-id.ts); `position` is the order in which rows came.
const key = () => uuid("id").primaryKey();
const position = () => bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().notNull();
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();

export const parts = pgTable(
  "parts",
  {
    id: key(),
    position: position(),
    name: text("name").notNull(),
    img: text("img").notNull(),
    description: text("description").notNull(),
    minimumQuantity: integer("minimum_quantity").notNull(),
    availablQuantity: integer("availabl_quantity").notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    createdAt: createdAt(),
  },
  (part) => [
    uniqueIndex("parts_position").on(part.position),
    check("parts_name_present", sql`${part.name} ~ '[^[:space:]]' and length(${part.name}) <= 200`),
    check("parts_description_bounded", sql`length(${part.description}) <= 4000`),
    check("parts_minimum_not_negative", sql`${part.minimumQuantity} >= 0`),
    check("parts_stock_not_negative", sql`${part.availablQuantity} >= 0`),
    check("parts_price_positive", sql`${part.priceCents} between 1 and 1000000000`),
  ],
);

export const users = pgTable(
  "users",
  {
    id: key(),
    position: position(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role").notNull().default("customer"),
    /** Argon2id in the PHC text form; absent for people who sign in elsewhere. */
    passwordHash: text("password_hash"),
    createdAt: createdAt(),
  },
  (user) => [
    uniqueIndex("users_email").on(sql`lower(${user.email})`),
    uniqueIndex("users_position").on(user.position),
    check("users_email_present", sql`position('@' in ${user.email}) > 1`),
    check("users_role_known", sql`${user.role} in ('customer', 'admin')`),
  ],
);

/**
 * People who sign in elsewhere are known by who vouches for them and under what name: an e-mail
 * can change hands, this pair cannot.
 */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: userId(),
    createdAt: createdAt(),
  },
  (identity) => [
    primaryKey({ columns: [identity.issuer, identity.subject] }),
    index("identities_user").on(identity.userId),
  ],
);

/** Signed-in browsers. Only the hash of what the browser holds is kept here. */
export const sessions = pgTable(
  "sessions",
  {
    id: key(),
    tokenHash: bytes("token_hash").notNull(),
    userId: userId(),
    agent: text("agent").notNull(),
    address: text("address").notNull(),
    createdAt: createdAt(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (session) => [
    uniqueIndex("sessions_token").on(session.tokenHash),
    index("sessions_user").on(session.userId),
    index("sessions_expiry").on(session.expiresAt),
  ],
);

/** Bearer tokens. Each belongs to a session and ends with it. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    tokenHash: bytes("token_hash").primaryKey(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    position: position(),
  },
  (token) => [index("access_tokens_session").on(token.sessionId, token.position)],
);

/** Browsers in which somebody signed in with a password: their tries are counted apart. */
export const knownDevices = pgTable(
  "known_devices",
  {
    tokenHash: bytes("token_hash").primaryKey(),
    userId: userId(),
    /** Where it was last signed in from. */
    addressPrefix: text("address_prefix").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (device) => [
    index("known_devices_user").on(device.userId, device.addressPrefix),
    index("known_devices_expiry").on(device.expiresAt),
  ],
);

/** Links in letters: each is good for one purpose, once, and not for long. */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  {
    tokenHash: bytes("token_hash").primaryKey(),
    purpose: text("purpose").notNull(),
    userId: userId(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (token) => [
    index("one_time_tokens_user").on(token.userId, token.purpose),
    index("one_time_tokens_expiry").on(token.expiresAt),
  ],
);

/** Letters still to be sent, by what was asked for: what is in them is made when they go. */
export const letters = pgTable(
  "letters",
  {
    id: key(),
    kind: text("kind").notNull(),
    email: text("email").notNull(),
    /** What it is about, where that is one thing: an order. */
    about: uuid("about"),
    createdAt: createdAt(),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
  },
  (letter) => [index("letters_next_try").on(letter.nextTryAt)],
);

/** How often something was tried of late, so that it can be enough. */
export const limits = pgTable(
  "limits",
  {
    key: text("key").primaryKey(),
    /** When each that still counts was taken, the oldest first. */
    times: timestamp("times", { withTimezone: true }).array().notNull(),
    /** From when on none of them counts. */
    until: timestamp("until", { withTimezone: true }).notNull(),
  },
  (limit) => [index("limits_until").on(limit.until)],
);

/** Each save is a row; the newest is the profile. */
export const profiles = pgTable(
  "profiles",
  {
    id: key(),
    position: position(),
    userId: userId(),
    education: text("education").notNull(),
    location: text("location").notNull(),
    number: text("number").notNull(),
    img: text("img").notNull(),
    createdAt: createdAt(),
  },
  (profile) => [
    index("profiles_newest").on(profile.userId, profile.position),
    check(
      "profiles_bounded",
      sql`length(${profile.education}) <= 500 and length(${profile.location}) <= 500
        and length(${profile.number}) <= 100 and length(${profile.img}) <= 2000`,
    ),
  ],
);

export const reviews = pgTable(
  "reviews",
  {
    id: key(),
    position: position(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    ratting: integer("ratting").notNull(),
    img: text("img").notNull(),
    description: text("description").notNull(),
    createdAt: createdAt(),
  },
  (review) => [
    uniqueIndex("reviews_position").on(review.position),
    index("reviews_user").on(review.userId),
    check(
      "reviews_name_present",
      sql`${review.name} ~ '[^[:space:]]' and length(${review.name}) <= 200`,
    ),
    check("reviews_description_bounded", sql`length(${review.description}) <= 4000`),
    check("reviews_ratting_in_scale", sql`${review.ratting} between 0 and 5`),
  ],
);

/**
 * Orders are never deleted: what is cancelled stays, with its money. An order has its own copy of
 * the part's name and price, and goes on without the part and without the person. Ids begin with
 * the time, so they are the order in which orders came.
 */
export const orders = pgTable(
  "orders",
  {
    id: key(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    partId: uuid("part_id").notNull(),
    /** The client's own key; the same once more is the same order, or is refused. */
    requestKey: uuid("request_key").notNull(),
    requestHash: bytes("request_hash").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    productName: text("product_name").notNull(),
    quantity: integer("quantity").notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    state: text("state").notNull().default("unpaid"),
    /** The payment that paid it, by the provider's name for it. */
    transactionId: text("transaction_id"),
    createdAt: createdAt(),
    paidAt: timestamp("paid_at", { withTimezone: true }),
    /** When it was cancelled. */
    closedAt: timestamp("closed_at", { withTimezone: true }),
    /** Who cancelled it. */
    closedBy: uuid("closed_by"),
  },
  (order) => [
    uniqueIndex("orders_request").on(order.userId, order.requestKey),
    uniqueIndex("orders_transaction").on(order.transactionId),
    index("orders_of_user").on(order.userId, order.id),
    index("orders_by_total").on(order.totalCents, order.id),
    // The lists: each looks through nothing that it does not show.
    index("orders_unpaid").on(order.id).where(sql`${order.state} = 'unpaid'`),
    index("orders_paid").on(order.id).where(sql`${order.state} = 'paid'`),
    index("orders_open").on(order.id).where(sql`${order.state} in ('unpaid', 'paid')`),
    index("orders_closed")
      .on(order.id)
      .where(sql`${order.state} in ('cancelled', 'refunding', 'refunded')`),
    check(
      "orders_state_known",
      sql`${order.state} in ('unpaid', 'paid', 'cancelled', 'refunding', 'refunded')`,
    ),
    check("orders_quantity_positive", sql`${order.quantity} > 0`),
    check(
      "orders_total_is_price_times_quantity",
      sql`${order.totalCents} = ${order.priceCents} * ${order.quantity} and ${order.totalCents} > 0`,
    ),
    check(
      "orders_paid_by_a_payment",
      sql`(${order.state} in ('paid', 'refunding', 'refunded')) = (${order.transactionId} is not null)`,
    ),
    check(
      "orders_bounded",
      sql`length(${order.name}) <= 200 and length(${order.phone}) <= 100
        and length(${order.address}) <= 1000`,
    ),
  ],
);

/** What was asked of the card provider. The id is stored first: it is the key of the asking. */
export const payments = pgTable(
  "payments",
  {
    id: key(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    /** The provider's name for it, once it is known. */
    intentId: text("intent_id"),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    currency: text("currency").notNull().default("usd"),
    state: text("state").notNull().default("creating"),
    createdAt: createdAt(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
    /** When the provider is asked again how it went, and how often it was. */
    nextCheckAt: timestamp("next_check_at", { withTimezone: true }).notNull(),
    checks: integer("checks").notNull().default(0),
    /** Since when the customer's bank asks for it back, and how that stands at the provider. */
    disputedAt: timestamp("disputed_at", { withTimezone: true }),
    disputeState: text("dispute_state"),
  },
  (payment) => [
    uniqueIndex("payments_intent").on(payment.intentId),
    uniqueIndex("payments_one_live")
      .on(payment.orderId)
      .where(sql`${payment.state} in ('creating', 'open')`),
    index("payments_of_order").on(payment.orderId),
    index("payments_to_check")
      .on(payment.nextCheckAt)
      .where(sql`${payment.state} in ('creating', 'open')`),
    // What was paid of late, for the ledger checker.
    index("payments_settled").on(payment.settledAt),
    index("payments_disputed").on(payment.id).where(sql`${payment.disputeState} is not null`),
    check(
      "payments_state_known",
      sql`${payment.state} in ('creating', 'open', 'succeeded', 'dead')`,
    ),
    check("payments_amount_positive", sql`${payment.amountCents} > 0`),
  ],
);

/** Money to be given back, by whichever process comes to it; a payment is refunded once. */
export const refunds = pgTable(
  "refunds",
  {
    id: key(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    /** The order was cancelled; it was cancelled before the money came; paid twice; not as asked. */
    reason: text("reason").notNull(),
    state: text("state").notNull().default("wanted"),
    refundId: text("refund_id"),
    lastError: text("last_error"),
    createdAt: createdAt(),
    doneAt: timestamp("done_at", { withTimezone: true }),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
    /**
     * With the id it is the key of the asking, because the provider keeps a key's first answer: one
     * that was answered is done with, and what is still wanted is asked for under the next.
     */
    attempt: integer("attempt").notNull().default(1),
    /** Since when nobody knows how this attempt went. */
    askedAt: timestamp("asked_at", { withTimezone: true }),
    /** How often the provider said no, or the bank sent the money back. */
    noes: integer("noes").notNull().default(0),
    /** By an admin's word: how the customer got the money, when not by the provider. */
    settledNote: text("settled_note"),
    settledBy: uuid("settled_by"),
  },
  (refund) => [
    uniqueIndex("refunds_of_payment").on(refund.paymentId),
    uniqueIndex("refunds_name").on(refund.refundId),
    index("refunds_of_order").on(refund.orderId),
    index("refunds_to_try").on(refund.nextTryAt).where(sql`${refund.state} = 'wanted'`),
    check("refunds_state_known", sql`${refund.state} in ('wanted', 'done')`),
    check(
      "refunds_settled_are_done",
      sql`${refund.settledNote} is null or ${refund.state} = 'done'`,
    ),
    check(
      "refunds_reason_known",
      sql`${refund.reason} in ('cancelled', 'late', 'second', 'mismatch')`,
    ),
    check("refunds_amount_positive", sql`${refund.amountCents} > 0`),
  ],
);

/**
 * Every change of a part's stock, with its reason. Written by a trigger on `parts`, so that none
 * can be forgotten; whoever changes stock says why in `shop.movement` of its transaction.
 */
export const stockMovements = pgTable(
  "stock_movements",
  {
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    partId: uuid("part_id").notNull(),
    change: integer("change").notNull(),
    /** What was there then. */
    after: integer("after").notNull(),
    reason: text("reason").notNull(),
    orderId: uuid("order_id"),
    userId: uuid("user_id"),
    createdAt: createdAt(),
  },
  (movement) => [
    index("stock_movements_of_part").on(movement.partId, movement.position),
    // An order takes its stock once and gives it back once.
    uniqueIndex("stock_movements_of_order").on(movement.orderId, movement.reason),
    // What somebody must still account for.
    index("stock_movements_by_hand")
      .on(movement.position)
      .where(sql`${movement.reason} = 'by hand'`),
  ],
);

/** What the ledger checker found, each time. */
export const ledgerChecks = pgTable(
  "ledger_checks",
  {
    id: key(),
    createdAt: createdAt(),
    full: boolean("full").notNull(),
    milliseconds: integer("milliseconds").notNull(),
    differences: jsonb("differences").notNull(),
    /** What is no difference, but should be known. */
    notes: jsonb("notes").notNull().default([]),
  },
  (check) => [index("ledger_checks_newest").on(check.createdAt)],
);
