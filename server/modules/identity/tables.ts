import {
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#server/modules/customers/tables.ts";
import { bytea, createdAt, idColumn, positionColumn } from "#server/platform/database/columns.ts";

const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

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
