import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CompanyIdentity, MemberRole } from "#contract/companies.ts";
import { users } from "#server/modules/customers/tables.ts";
import { bytea, createdAt, idColumn } from "#server/platform/database/columns.ts";

/** They stay when nobody belongs to them any more, as their orders do. */
export const companies = pgTable(
  "companies",
  {
    id: idColumn(),
    name: text("name").notNull(),
    address: text("address").notNull(),
    country: text("country").notNull(),
    vatId: text("vat_id").notNull().default(""),
    createdAt: createdAt(),
    /** Null: it does not buy on account. */
    creditLimitCents: bigint("credit_limit_cents", { mode: "number" }),
    /** Days, from the order on. */
    paymentDays: smallint("payment_days"),
    /** What its credit was given to, while other details wait to be confirmed. */
    approved: jsonb("approved").$type<CompanyIdentity>(),
    /** Of customers, by whose prices its members buy. */
    priceGroup: text("price_group"),
  },
  (company) => [
    index("companies_by_name").using(
      "gin",
      sql`lower(${company.name} || ' ' || ${company.vatId}) gin_trgm_ops`,
    ),
    check(
      "companies_credit",
      sql`(${company.creditLimitCents} is null) = (${company.paymentDays} is null)
        and ${company.creditLimitCents} > 0 and ${company.paymentDays} between 0 and 365`,
    ),
    check(
      "companies_bounded",
      sql`length(${company.name}) between 1 and 200 and length(${company.address}) <= 1000
        and length(${company.country}) = 2 and length(${company.vatId}) <= 20`,
    ),
    check("companies_price_group", sql`length(${company.priceGroup}) <= 100`),
  ],
);

/** A person belongs to one company at most. A trigger sees to it that one of them is an owner. */
export const companyMembers = pgTable(
  "company_members",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    companyId: uuid("company_id")
      .notNull()
      .references(() => companies.id),
    role: text("role").$type<MemberRole>().notNull(),
    since: createdAt(),
  },
  (member) => [
    index("company_members_of").on(member.companyId),
    check("company_members_role_known", sql`${member.role} in ('owner', 'buyer')`),
  ],
);

export const companyInvitations = pgTable(
  "company_invitations",
  {
    id: idColumn(),
    companyId: uuid("company_id")
      .notNull()
      .references(() => companies.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role").$type<MemberRole>().notNull(),
    /** Null: their account is gone, or it is of before this was kept. */
    invitedBy: uuid("invited_by").references(() => users.id, { onDelete: "set null" }),
    /** Of the link in the newest letter. */
    tokenHash: bytea("token_hash"),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (invitation) => [
    uniqueIndex("company_invitations_once").on(invitation.companyId, invitation.email),
    uniqueIndex("company_invitations_token").on(invitation.tokenHash),
    index("company_invitations_expiry").on(invitation.expiresAt),
    index("company_invitations_by").on(invitation.invitedBy),
    check(
      "company_invitations_known",
      sql`${invitation.role} in ('owner', 'buyer') and length(${invitation.email}) <= 254`,
    ),
  ],
);
