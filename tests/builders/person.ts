// People in a state that takes more than a sign-up.
import { eq, inArray } from "drizzle-orm";
import type { AdminRole } from "#contract/fields.ts";
import { companyMembers } from "#server/modules/companies/tables.ts";
import { profiles, users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { OpenShop } from "../open-shop.ts";
import { storeChange } from "./event.ts";

type Shop = Pick<OpenShop, "shop">;
type Which = { user: { _id: string } };

/** Owner or customer, past the rules. */
export async function setRole(
  { shop }: Shop,
  person: Which,
  role: "admin" | "customer",
): Promise<void> {
  await changePerson(shop.db, person, { role, limitedRole: null });
  await shop.events.publish();
}

export async function changePerson(
  db: Queries,
  { user }: Which,
  changes: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await db.update(users).set(changes).where(eq(users.id, user._id));
  await storeChange(db, "users");
}

export async function changeProfiles(
  db: Queries,
  { user }: Which,
  changes: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await db.update(profiles).set(changes).where(eq(profiles.userId, user._id));
}

/** As one statement, in a transaction that others may wait for. */
export async function removePeople(db: Queries, ...people: Which[]): Promise<void> {
  const ids = people.map(({ user }) => user._id);
  await db.delete(users).where(inArray(users.id, ids));
  await storeChange(db, "users");
}

export async function removeEverybody(db: Queries): Promise<void> {
  await db.delete(users);
  await storeChange(db, "users");
}

/** People without a password. */
export async function addPeople(db: Queries, emails: string[], name = "Person"): Promise<void> {
  await db.insert(users).values(emails.map((email) => ({ id: newId(), email, name })));
  await storeChange(db, "users");
}

/** Buyers of the company that this person belongs to. */
export async function addMembers(db: Queries, { user }: Which, emails: string[]): Promise<void> {
  const [own] = await db.select().from(companyMembers).where(eq(companyMembers.userId, user._id));
  if (!own) throw new Error("This person belongs to no company");
  const { companyId } = own;
  const people = emails.map((email) => ({ id: newId(), email, name: "Member" }));
  await db.insert(users).values(people);
  await db
    .insert(companyMembers)
    .values(people.map(({ id }) => ({ userId: id, companyId, role: "buyer" as const })));
  await storeChange(db, "users");
}

export async function readRoles(db: Queries): Promise<string[]> {
  const rows = await db.select({ role: users.role }).from(users).orderBy(users.role);
  return rows.map(({ role }) => role);
}

/** Without the call that asks who does it. */
export async function limitRole(
  { shop }: Shop,
  person: Which,
  role: Exclude<AdminRole, "owner">,
): Promise<void> {
  await changePerson(shop.db, person, { role: "admin", limitedRole: role });
}
