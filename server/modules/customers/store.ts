import { asc, desc, eq, gt, sql } from "drizzle-orm";
import type { NewProfile, Profile, User } from "#contract/customers.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { emailEquals } from "./accounts.ts";
import { profiles, users } from "./tables.ts";

type Page = { limit?: number | undefined; after?: string | undefined };

export async function listUsers(db: Queries, { limit, after }: Page): Promise<User[]> {
  const { id, email, role, priceGroup: group, emailVerifiedAt } = users;
  const query = db
    .select({ id, email, role, group, emailVerifiedAt })
    .from(users)
    .where(
      after ? gt(users.position, sql`(select position from users where id = ${after})`) : undefined,
    )
    .orderBy(asc(users.position));
  return (await (limit ? query.limit(limit) : query)).map(toUser);
}

export async function hasUser(db: Queries, id: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.id, id));
  return rows.length > 0;
}

export async function findRole(db: Queries, email: string): Promise<string | undefined> {
  const [row] = await db.select({ role: users.role }).from(users).where(emailEquals(email));
  return row?.role;
}

export async function findProfile(
  db: Queries,
  userId: string,
  filterPicture: PictureFilter,
): Promise<Omit<Profile, "email">> {
  const [row] = await db
    .select({
      education: profiles.education,
      location: profiles.location,
      number: profiles.number,
      img: profiles.img,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .orderBy(desc(profiles.position))
    .limit(1);
  if (!row) return { education: "", location: "", number: "", img: "" };
  return { ...row, img: filterPicture(row.img) };
}

export async function addProfile(
  db: Queries,
  userId: string,
  { email: _, ...profile }: NewProfile,
): Promise<string> {
  const id = newId();
  await db.insert(profiles).values({ id, userId, ...profile });
  return id;
}

type Row = Pick<typeof users.$inferSelect, "id" | "email" | "role" | "emailVerifiedAt"> & {
  group: string | null;
};

function toUser({ id, email, role, group, emailVerifiedAt }: Row): User {
  return {
    _id: id,
    email,
    ...(role === "admin" && { role: "admin" as const }),
    emailVerified: emailVerifiedAt !== null,
    ...(group !== null && { group }),
  };
}
