import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AdminRole } from "#contract/fields.ts";
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
    /** When the person last proved who they are; null for sessions of an older release. */
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    /** The same by a second factor. */
    factorAt: timestamp("factor_at", { withTimezone: true }),
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

/** Of programs. A key has the rights of its role, as long as its maker is an owner. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: idColumn(),
    userId: userId(),
    name: text("name").notNull(),
    role: text("role").$type<AdminRole>().notNull(),
    tokenHash: bytea("token_hash").notNull(),
    ending: text("ending").notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  },
  (key) => [
    uniqueIndex("api_keys_token").on(key.tokenHash),
    index("api_keys_user").on(key.userId),
    check("api_keys_bounded", sql`length(${key.name}) between 1 and 80`),
  ],
);

export const knownDevices = pgTable(
  "known_devices",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    userId: userId(),
    addressPrefix: text("address_prefix").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (device) => [
    index("known_devices_user").on(device.userId, device.addressPrefix),
    index("known_devices_expiry").on(device.expiresAt),
  ],
);

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

export const passkeys = pgTable(
  "passkeys",
  {
    id: idColumn(),
    userId: userId(),
    /** Base64url, as the authenticator names it. */
    credentialId: text("credential_id").notNull(),
    /** COSE. */
    publicKey: bytea("public_key").notNull(),
    /** Of the authenticator; one that is not above it comes from a copy. 0 where it does not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  },
  (passkey) => [
    uniqueIndex("passkeys_credential").on(passkey.credentialId),
    index("passkeys_user").on(passkey.userId),
  ],
);

export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challengeHash: bytea("challenge_hash").primaryKey(),
    purpose: text("purpose").notNull(),
    /** Null for a sign-in, where the passkey says who it is. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (challenge) => [
    index("passkey_challenges_user").on(challenge.userId),
    index("passkey_challenges_expiry").on(challenge.expiresAt),
  ],
);

/** The second step of a person's sign-ins. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: userId().primaryKey(),
  /** Shared with the app; codes cannot be checked by a hash of it. */
  secret: bytea("secret").notNull(),
  /** Of the last code; one that is not after it was used before. */
  lastStep: bigint("last_step", { mode: "number" }),
  createdAt: createdAt(),
  /** Null until its first code was right. */
  confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
});

export const recoveryCodes = pgTable(
  "recovery_codes",
  { codeHash: bytea("code_hash").primaryKey(), userId: userId() },
  (code) => [index("recovery_codes_user").on(code.userId)],
);

export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    userId: userId(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (pending) => [
    index("pending_sign_ins_user").on(pending.userId),
    index("pending_sign_ins_expiry").on(pending.expiresAt),
  ],
);

export const emailChanges = pgTable(
  "email_changes",
  {
    userId: userId().primaryKey(),
    newEmail: text("new_email").notNull(),
    oldProvenAt: timestamp("old_proven_at", { withTimezone: true }),
    newProvenAt: timestamp("new_proven_at", { withTimezone: true }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (change) => [
    index("email_changes_new").on(change.newEmail),
    index("email_changes_expiry").on(change.expiresAt),
  ],
);

/** For an e-mail that may have no account yet. */
export const signInCodes = pgTable(
  "sign_in_codes",
  {
    id: idColumn(),
    /** Of the cookie of the browser that asked. */
    tokenHash: bytea("token_hash").notNull(),
    email: text("email").notNull(),
    /** Null until the letter is written. */
    codeHash: bytea("code_hash"),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (code) => [
    uniqueIndex("sign_in_codes_token").on(code.tokenHash),
    index("sign_in_codes_expiry").on(code.expiresAt),
  ],
);
