import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AdminRole } from "#contract/fields.ts";
import { createdAt, idColumn, positionColumn } from "#server/platform/database/columns.ts";

const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const users = pgTable(
  "users",
  {
    id: idColumn(),
    position: positionColumn(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role").notNull().default("customer"),
    limitedRole: text("limited_role").$type<Exclude<AdminRole, "owner">>(),
    priceGroup: text("price_group"),
    passwordHash: text("password_hash"),
    emailVerifiedAt: timestamp("email_verified_at", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (user) => [
    uniqueIndex("users_email").on(sql`lower(${user.email})`),
    uniqueIndex("users_position").on(user.position),
    check("users_email_present", sql`position('@' in ${user.email}) > 1`),
    index("users_by_name").on(sql`lower(${user.name})`, user.position),
    index("users_by_price_group")
      .on(user.priceGroup, user.position)
      .where(sql`${user.priceGroup} is not null`),
    index("users_by_words").using(
      "gin",
      sql`lower(${user.name} || ' ' || ${user.email}) gin_trgm_ops`,
    ),
    index("users_admins").on(user.position).where(sql`${user.role} = 'admin'`),
    check("users_role_known", sql`${user.role} in ('customer', 'admin')`),
    check(
      "users_limited_role_known",
      sql`${user.limitedRole} is null or (${user.role} = 'admin'
        and ${user.limitedRole} in ('catalogue', 'orders', 'support', 'read-only'))`,
    ),
  ],
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
