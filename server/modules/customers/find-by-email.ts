import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { emailEquals } from "./accounts.ts";
import { addUser } from "./add-user.ts";
import { users } from "./tables.ts";

export type Customer = {
  id: string;
  name: string;
  group: string | null;
  /** That of the company they belong to. */
  companyGroup: string | null;
  /** Someone signed up with this e-mail and has not proven that it is theirs. */
  isDoubtful: boolean;
};

export async function findByEmail(db: Queries, email: string): Promise<Customer | undefined> {
  const { id, name, priceGroup: group, passwordHash, emailVerifiedAt } = users;
  const [row] = await db
    .select({
      id,
      name,
      group,
      passwordHash,
      emailVerifiedAt,
      companyGroup: sql<string | null>`company_price_group(${id})`,
    })
    .from(users)
    .where(emailEquals(email));
  if (!row) return undefined;
  const isDoubtful = row.passwordHash !== null && row.emailVerifiedAt === null;
  const { passwordHash: _, emailVerifiedAt: __, ...customer } = row;
  return { ...customer, isDoubtful };
}

/** Without a password, so that only who has the mailbox can sign in to it. */
export async function findOrAddByEmail(
  tx: Queries,
  { email, name }: { email: string; name: string },
): Promise<Customer> {
  const known = await findByEmail(tx, email);
  if (known) return known;
  await addUser(tx, { email, name, role: "customer", passwordHash: null });
  const added = await findByEmail(tx, email);
  if (!added) throw new Error("The account of a customer was not added");
  return added;
}
