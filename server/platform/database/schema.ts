// The tables. Rules that must never break are constraints here, whatever the code does.
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, createdAt, idColumn, positionColumn } from "./columns.ts";

const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const parts = pgTable(
  "parts",
  {
    id: idColumn(),
    position: positionColumn(),
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
    // Pieces of three letters, so that a search for what is rare need not read all names.
    index("parts_by_name").using("gin", sql`lower(${part.name}) gin_trgm_ops`),
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
    id: idColumn(),
    position: positionColumn(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role").notNull().default("customer"),
    /** Argon2id in the PHC text form; absent for people who sign in elsewhere. */
    passwordHash: text("password_hash"),
    /** When a letter to the e-mail was answered, or Google vouched for it. */
    emailVerifiedAt: timestamp("email_verified_at", { withTimezone: true }),
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
    id: idColumn(),
    tokenHash: bytea("token_hash").notNull(),
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
    tokenHash: bytea("token_hash").primaryKey(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    position: positionColumn(),
  },
  (token) => [index("access_tokens_session").on(token.sessionId, token.position)],
);

/** Browsers in which somebody signed in with a password: their tries are counted apart. */
export const knownDevices = pgTable(
  "known_devices",
  {
    tokenHash: bytea("token_hash").primaryKey(),
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

/** Links and codes in letters: each is good for one purpose, once, and not for long. */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  {
    tokenHash: bytea("token_hash").primaryKey(),
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
    id: idColumn(),
    kind: text("kind").notNull(),
    email: text("email").notNull(),
    /** What it is about, where that is one thing: an order. */
    about: uuid("about"),
    /** The lowest goes first: see letters/queue-letter.ts. */
    priority: integer("priority").notNull().default(1),
    createdAt: createdAt(),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
  },
  (letter) => [index("letters_next").on(letter.priority, letter.nextTryAt)],
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
    id: idColumn(),
    position: positionColumn(),
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
    id: idColumn(),
    position: positionColumn(),
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
