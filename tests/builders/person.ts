// People in a state that takes more than a sign-up.
import { eq } from "drizzle-orm";
import { users } from "#server/modules/customers/tables.ts";
import type { OpenShop } from "../open-shop.ts";

/** By hand in the database: nobody can take an admin's role away in the shop. */
export async function setRole(
  { shop }: Pick<OpenShop, "shop">,
  { user }: { user: { _id: string } },
  role: "admin" | "customer",
): Promise<void> {
  await shop.db.update(users).set({ role }).where(eq(users.id, user._id));
  await shop.events.publish();
}
