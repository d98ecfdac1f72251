import { desc, eq } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import type { Refusal } from "#contract/refusals.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { lastOwnerProblem, lockOwners } from "./owners.ts";
import { deleteUser } from "./remove-user.ts";
import { roleOf } from "./role-of.ts";
import { profiles, users } from "./tables.ts";

export async function readOwnAccount(
  db: Queries,
  userId: string,
  filterPicture: PictureFilter,
): Promise<Pick<OwnData, "account" | "profiles">> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error(`The account ${userId} is gone`);
  const saved = await db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .orderBy(desc(profiles.position));
  const { id: _id, email, name, priceGroup, createdAt, emailVerifiedAt } = user;
  return {
    account: {
      _id,
      email,
      name,
      role: roleOf(user) ?? user.role,
      priceGroup,
      createdAt: createdAt.toISOString(),
      emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    },
    profiles: saved.map(({ education, location, number, img, createdAt: savedAt }) => ({
      education,
      location,
      number,
      img: filterPicture(img),
      savedAt: savedAt.toISOString(),
    })),
  };
}

export async function leaveProblem(
  tx: Queries,
  userId: string,
): Promise<Refusal<"conflict"> | undefined> {
  return lastOwnerProblem(await lockOwners(tx), userId);
}

export async function deleteOwnAccount(tx: Queries, userId: string): Promise<void> {
  await deleteUser(tx, userId);
}
