import type { Queries } from "#server/database/connect.ts";
import { newId } from "#server/database/new-id.ts";
import { users } from "#server/database/schema.ts";

export type NewUser = {
  email: string;
  name: string;
  role: "customer" | "admin";
  passwordHash: string | null;
};

export async function addUser(db: Queries, user: NewUser): Promise<string> {
  const id = newId();
  await db.insert(users).values({ id, ...user });
  return id;
}
