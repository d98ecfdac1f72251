import { sql } from "drizzle-orm";
import type { BasketComment } from "#contract/basket-comments.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { isOf, type Owner } from "./store.ts";
import { basketComments, basketLines, baskets } from "./tables.ts";

export const maxComments = 200;

export async function listComments(db: Queries, owner: Owner): Promise<BasketComment[]> {
  const { id: _id, partId: part, name, text, createdAt: at, basketId } = basketComments;
  const rows = await db
    .select({ _id, part, name, text, at })
    .from(basketComments)
    .innerJoin(baskets, sql`${baskets.id} = ${basketId}`)
    .where(isOf(owner))
    .orderBy(at, _id);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

type NewComment = Pick<BasketComment, "part" | "name" | "text">;

/** False if the part is not in the basket. */
export async function addComment(
  tx: Queries,
  basketId: string,
  { part, name, text }: NewComment,
): Promise<boolean> {
  const added = await queryRows(
    tx,
    sql`insert into basket_comments (id, basket_id, part_id, name, text)
      select ${newId()}::uuid, basket_id, part_id, ${name}, ${text} from ${basketLines}
      where basket_id = ${basketId} and part_id = ${part} and not saved returning id`,
  );
  return added.length > 0;
}

export async function removeComment(db: Queries, owner: Owner, id: string): Promise<void> {
  await db.execute(sql`delete from basket_comments
    where id = ${id} and basket_id = (select id from baskets where ${isOf(owner)})`);
}

export async function findShareEnd(db: Queries, owner: Owner): Promise<Date | null> {
  const [row] = await db.select({ until: baskets.shareUntil }).from(baskets).where(isOf(owner));
  return row?.until ?? null;
}
