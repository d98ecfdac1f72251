import { asc, desc, eq } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { profiles, users } from "./tables.ts";
import { userEvent } from "./user-event.ts";

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
  const { id: _id, email, name, role, createdAt, emailVerifiedAt } = user;
  return {
    account: {
      ...{ _id, email, name, role },
      createdAt: createdAt.toISOString(),
      emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    },
    profiles: saved.map(({ education, location, number, img, createdAt: savedAt }) => ({
      ...{ education, location, number, img: filterPicture(img) },
      savedAt: savedAt.toISOString(),
    })),
  };
}

const lastAdmin = refuse(
  "conflict",
  "You are the last admin, and a shop must have one. Make someone else an admin first.",
);

/** All admins are locked first: two who leave at once do not both succeed. */
export async function leaveProblem(
  tx: Queries,
  userId: string,
): Promise<Refusal<"conflict"> | undefined> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(asc(users.id))
    .for("update");
  return admins.length === 1 && admins[0]?.id === userId ? lastAdmin : undefined;
}

export async function deleteOwnAccount(tx: Queries, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
  await storeEvents(tx, [userEvent("user.deleted", userId)]);
}
