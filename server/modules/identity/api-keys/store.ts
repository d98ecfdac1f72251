import { desc, eq, sql } from "drizzle-orm";
import type { ApiKey, NewApiKey } from "#contract/api-keys.ts";
import type { Person } from "#contract/identity.ts";
import { type PersonRow, personColumns, toPerson } from "#server/modules/customers/accounts.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { apiKeys } from "../tables.ts";
import { hashToken, newToken } from "../tokens.ts";

/** Tells keys from access tokens. */
const prefix = "pk_";
const endingLength = 4;

export const isApiKey = (token: string) => token.startsWith(prefix);

export async function listApiKeys(db: Queries, userId?: string): Promise<ApiKey[]> {
  const rows = await db
    .select({ key: apiKeys, by: users.email })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(userId === undefined ? undefined : eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.id));
  return rows.map(({ key: { id, name, role, ending, createdAt, lastUsedAt }, by }) => ({
    _id: id,
    name,
    role,
    ending,
    by,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

export async function addApiKey(
  tx: Queries,
  userId: string,
  { name, role }: NewApiKey,
): Promise<{ _id: string; key: string }> {
  const key = prefix + newToken();
  const id = newId();
  const ending = key.slice(-endingLength);
  const row = { id, userId, name, role, ending, tokenHash: hashToken(key) };
  await tx.insert(apiKeys).values({ ...row, createdAt: sql`shop_now()` });
  return { _id: id, key };
}

export async function removeApiKey(
  tx: Queries,
  id: string,
): Promise<{ name: string; role: string } | undefined> {
  const [removed] = await tx
    .delete(apiKeys)
    .where(eq(apiKeys.id, id))
    .returning({ name: apiKeys.name, role: apiKeys.role });
  return removed;
}

type Found = { person: Person; keyName: string };

/** The owner who made it, with the rights of the key. */
export async function findByApiKey(db: Queries, key: string): Promise<Found | null> {
  const [row] = await queryRows<
    PersonRow & { key: string; keyName: string; keyRole: ApiKey["role"]; isIdle: boolean }
  >(
    db,
    sql`
    select ${personColumns}, k.id as key, k.name as "keyName", k.role as "keyRole",
      coalesce(k.last_used_at < now() - interval '1 minute', true) as "isIdle"
    from api_keys k join users u on u.id = k.user_id
    where k.token_hash = ${hashToken(key)} and u.role = 'admin' and u.limited_role is null`,
  );
  if (!row) return null;
  const { key: id, keyName, keyRole, isIdle, ...person } = row;
  if (isIdle) await db.update(apiKeys).set({ lastUsedAt: sql`now()` }).where(eq(apiKeys.id, id));
  return { keyName, person: { ...toPerson(person), adminRole: keyRole } };
}
