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

/** Accounts at OpenID Connect issuers. Unlike an e-mail, a subject never changes hands. */
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

export const knownDevices = pgTable(
  "known_devices",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    userId: userId(),
    /** Of the last sign-in. */
    addressPrefix: text("address_prefix").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (device) => [
    index("known_devices_user").on(device.userId, device.addressPrefix),
    index("known_devices_expiry").on(device.expiresAt),
  ],
);

/** Of links and codes in letters. */
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
