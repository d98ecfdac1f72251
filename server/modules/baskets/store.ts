import { type SQL, sql } from "drizzle-orm";
import { maxBasketLines } from "#contract/rules/quantity.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { basketComments, basketLines, baskets } from "./tables.ts";

export type Owner = { userId: string } | { tokenHash: Buffer };
export type StoredLine = { partId: string; quantity: number; saved: boolean; seenCents: number };

export const isOf = (owner: Owner) =>
  "userId" in owner
    ? sql`${baskets.userId} = ${owner.userId}`
    : sql`${baskets.tokenHash} = ${owner.tokenHash}`;

export async function listLines(db: Queries, owner: Owner): Promise<StoredLine[]> {
  const rows = await queryPrepared<StoredLine>(
    db,
    sql`select part_id as "partId", quantity, saved, seen_cents as "seenCents"
      from basket_lines join baskets on baskets.id = basket_id where ${isOf(owner)}
      order by position`,
  );
  return rows.map((row) => ({ ...row, seenCents: Number(row.seenCents) }));
}

/** For statements that read or lock what is in the basket, without knowing it yet. */
export const partIdsOf = (owner: Owner): SQL => sql`
  select l.part_id from basket_lines l join baskets on baskets.id = l.basket_id where ${isOf(owner)}`;

export const maxCodes = 5;

type Terms = { codes: string[] | null; group: string | null; companyGroup: string | null };

/** Besides its lines, by which it is priced: a group has its prices before there is a basket. */
export async function findTerms(
  db: Queries,
  owner: Owner,
): Promise<{ codes: string[]; group: string | null; companyGroup: string | null }> {
  const isPerson = "userId" in owner;
  const [found] = await queryPrepared<Partial<Terms>>(
    db,
    isPerson
      ? sql`select codes, price_group as "group", company_price_group(users.id) as "companyGroup"
          from users left join baskets on user_id = users.id where users.id = ${owner.userId}`
      : sql`select codes from baskets where ${isOf(owner)}`,
  );
  const { codes, group, companyGroup } = found ?? {};
  return { codes: codes ?? [], group: group ?? null, companyGroup: companyGroup ?? null };
}

export async function saveCodes(tx: Queries, basketId: string, codes: string[]): Promise<void> {
  await tx.update(baskets).set({ codes }).where(sql`${baskets.id} = ${basketId}`);
}

export async function forgetCodes(tx: Queries, basketId: string): Promise<void> {
  await saveCodes(tx, basketId, []);
}

type Share = { shareHash: Buffer | null; shareUntil: Date | null };

export const stopSharing = (tx: Queries, userId: string) =>
  saveShare(tx, { userId }, { shareHash: null, shareUntil: null });

export async function saveShare(db: Queries, owner: Owner, share: Share): Promise<void> {
  await db.update(baskets).set(share).where(isOf(owner));
}

export async function findShared(
  db: Queries,
  shareHash: Buffer,
): Promise<{ owner: Owner; until: Date } | undefined> {
  const { userId, tokenHash, shareUntil } = baskets;
  const [row] = await db
    .select({ userId, tokenHash, shareUntil })
    .from(baskets)
    .where(sql`${baskets.shareHash} = ${shareHash}`);
  if (!row?.shareUntil) return undefined;
  if (row.userId) return { owner: { userId: row.userId }, until: row.shareUntil };
  return row.tokenHash ? { owner: { tokenHash: row.tokenHash }, until: row.shareUntil } : undefined;
}

export async function readOwnBasket(db: Queries, userId: string) {
  const lines = await listLines(db, { userId });
  const written = await db
    .select({ comment: basketComments })
    .from(basketComments)
    .innerJoin(baskets, sql`${baskets.id} = ${basketComments.basketId}`)
    .where(isOf({ userId }))
    .orderBy(basketComments.createdAt);
  const comments = Map.groupBy(written, ({ comment }) => comment.partId);
  return lines.map(({ partId, quantity, saved }) => ({
    part: partId,
    quantity,
    saved,
    comments: (comments.get(partId) ?? []).map(({ comment: { name, text, createdAt } }) => ({
      name,
      text,
      at: createdAt.toISOString(),
    })),
  }));
}

export async function lockBasket(tx: Queries, owner: Owner): Promise<string> {
  const target = "userId" in owner ? sql`(user_id)` : sql`(token_hash)`;
  const [row] = await queryPrepared<{ id: string }>(
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
  basketId: string,
  partIds: readonly string[],
): Promise<void> {
  await queryPrepared(
    tx,
    sql`delete from basket_lines
      where part_id = any(${sql.param(partIds)}::uuid[]) and basket_id = ${basketId}`,
  );
}

/**
 * Moves the lines of a browser's basket into a locked one, which goes on existing. Of a part in both,
 * the larger quantity stays; what a basket has no room for is left out. A second call at the same
 * time finds nothing left to move.
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
  await tx.execute(sql`delete from basket_lines where basket_id = ${to} and part_id in (
    select part_id from basket_lines where basket_id = ${to}
    order by position offset ${maxBasketLines})`);
  await tx.execute(sql`update basket_comments set basket_id = ${to}
    where basket_id = (select id from baskets where token_hash = ${tokenHash})
      and part_id in (select part_id from basket_lines where basket_id = ${to})`);
  await tx.execute(sql`
    with gone as (delete from baskets where token_hash = ${tokenHash}
      returning codes, share_hash, share_until)
    update baskets set
      codes = array(
        select distinct code from (select unnest(baskets.codes || gone.codes) as code) as both_of
        limit ${maxCodes}),
      share_hash = case when baskets.share_until > shop_now() then baskets.share_hash
        else gone.share_hash end,
      share_until = case when baskets.share_until > shop_now() then baskets.share_until
        else gone.share_until end
    from gone where baskets.id = ${to}::uuid`);
}

export async function hasBasket(db: Queries, tokenHash: Buffer): Promise<boolean> {
  const found = await queryPrepared(db, sql`select from baskets where ${isOf({ tokenHash })}`);
  return found.length > 0;
}

export async function markRead(db: Queries, owner: Owner): Promise<void> {
  if ("userId" in owner) return;
  await queryPrepared(
    db,
    sql`update baskets set read_at = now() where ${isOf(owner)} and read_at is null`,
  );
}

const forgottenDays = 90;
/** Browsers look at a basket with the next page; programs that fill the disk do not. */
const unreadDays = 7;

export async function deleteForgottenBaskets(db: Queries): Promise<void> {
  const isOlder = (days: number) => sql`touched_at < now() - make_interval(days => ${days})`;
  await db.execute(sql`delete from baskets where user_id is null and ${isOlder(forgottenDays)}`);
  await db.execute(sql`delete from baskets
    where user_id is null and read_at is null and ${isOlder(unreadDays)}`);
}
