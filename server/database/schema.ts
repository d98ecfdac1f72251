// The tables. Rules that must never break are constraints here, whatever the code does.
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

// Ids are made by the shop (see new-id.ts); `position` is the order in which rows came.
const key = () => uuid("id").primaryKey();
const position = () => bigint("position", { mode: "number" }).generatedAlwaysAsIdentity().notNull();
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
