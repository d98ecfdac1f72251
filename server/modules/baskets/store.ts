import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { basketLines, baskets } from "./tables.ts";

/** Whose basket it is: a person's, or that of a browser. */
export type Owner = { userId: string } | { tokenHash: Buffer };
export type StoredLine = { partId: string; quantity: number; saved: boolean; seenCents: number };

const isOf = (owner: Owner) =>
  "userId" in owner
    ? sql`${baskets.userId} = ${owner.userId}`
    : sql`${baskets.tokenHash} = ${owner.tokenHash}`;

/** In the order in which they were put in. */
export async function listLines(db: Queries, owner: Owner): Promise<StoredLine[]> {
  const { partId, quantity, saved, seenCents, basketId, position } = basketLines;
  return db
    .select({ partId, quantity, saved, seenCents })
    .from(basketLines)
    .innerJoin(baskets, sql`${baskets.id} = ${basketId}`)
    .where(isOf(owner))
    .orderBy(position);
}

export async function readOwnBasket(db: Queries, userId: string) {
  const lines = await listLines(db, { userId });
  return lines.map(({ partId, quantity, saved }) => ({ part: partId, quantity, saved }));
}

/** Changes of one basket wait for each other. */
export async function lockBasket(tx: Queries, owner: Owner): Promise<string> {
  const target = "userId" in owner ? sql`(user_id)` : sql`(token_hash)`;
  const [row] = await queryRows<{ id: string }>(
    tx,
    sql`insert into baskets (id, user_id, token_hash)
      values (${newId()}, ${"userId" in owner ? owner.userId : null},
        ${"userId" in owner ? null : owner.tokenHash})
      on conflict ${target} do update set touched_at = now() returning id`,
  );
  if (!row) throw new Error("There is no basket to lock");
  return row.id;
}

/** Lines that are there already keep their place. */
export async function putLines(
  tx: Queries,
  basketId: string,
  lines: readonly StoredLine[],
): Promise<void> {
  await tx
    .insert(basketLines)
    .values(lines.map((line) => ({ basketId, ...line })))
    .onConflictDoUpdate({
      target: [basketLines.basketId, basketLines.partId],
      set: {
        quantity: sql`excluded.quantity`,
        saved: sql`excluded.saved`,
        seenCents: sql`excluded.seen_cents`,
      },
    });
}

export async function removeLine(db: Queries, owner: Owner, partId: string): Promise<void> {
  await db.execute(sql`delete from basket_lines
    where part_id = ${partId} and basket_id = (select id from baskets where ${isOf(owner)})`);
}

export async function removeParts(
  tx: Queries,
  owner: Owner,
  partIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`delete from basket_lines
    where part_id = any(${sql.param(partIds)}::uuid[])
      and basket_id = (select id from baskets where ${isOf(owner)})`);
}

/**
 * Moves the lines of a browser's basket into a locked one, which goes on existing. Of a part in both,
 * the larger quantity stays. A second call at the same time finds nothing left to move.
 */
export async function moveLines(tx: Queries, tokenHash: Buffer, to: string): Promise<void> {
  await tx.execute(sql`select from baskets where token_hash = ${tokenHash} for update`);
  await tx.execute(sql`
    insert into basket_lines (basket_id, part_id, quantity, saved, seen_cents)
    select ${to}::uuid, part_id, quantity, saved, seen_cents from basket_lines
    where basket_id = (select id from baskets where token_hash = ${tokenHash}) order by position
    on conflict (basket_id, part_id) do update set
      quantity = greatest(basket_lines.quantity, excluded.quantity),
      saved = basket_lines.saved and excluded.saved,
      seen_cents = excluded.seen_cents`);
  await tx.execute(sql`delete from baskets where token_hash = ${tokenHash}`);
}

const forgottenDays = 90;

export async function deleteForgottenBaskets(db: Queries): Promise<void> {
  await db.execute(sql`delete from baskets where user_id is null
    and touched_at < now() - make_interval(days => ${forgottenDays})`);
}
