import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { vatChecks } from "./tables.ts";

export type VatCheck = typeof vatChecks.$inferSelect;
export type VatState = VatCheck["state"];
/** Whose VAT number it is said to be. */
export type VatHolder = Pick<VatCheck, "vatId" | "country" | "name">;

/** What the register said counts so long. */
const checkedDays = 30;
/** A number that is unknown may be a new one. */
const askAgainMinutes = 10;

/** Of `vat_checks v`, for SQL of others: what counts of this holder at present. */
export const isOfHolder = (vatId: SQL, country: SQL, name: SQL): SQL =>
  sql`v.vat_id = ${vatId} and v.country = ${country} and v.name = lower(btrim(${name}))
    and (v.until is null or v.until > shop_now())`;

export async function findVatCheck(
  db: Queries,
  { vatId, country, name }: VatHolder,
): Promise<VatState | undefined> {
  const [row] = await queryRows<{ state: VatState }>(
    db,
    sql`select v.state from vat_checks v
      where ${isOfHolder(sql`${vatId}`, sql`${country}`, sql`${name}`)}`,
  );
  return row?.state;
}

/** Its id if it is to be checked now: it is new, its last answer has expired, or it was unknown. */
export async function beginVatCheck(
  tx: Queries,
  { vatId, country, name }: VatHolder,
): Promise<string | undefined> {
  const until = sql`shop_now() + make_interval(days => ${checkedDays}::int)`;
  const [begun] = await queryRows<{ id: string }>(
    tx,
    sql`insert into vat_checks as v (id, vat_id, country, name, until)
      values (${newId()}, ${vatId}, ${country}, lower(btrim(${name})), ${until})
      on conflict (vat_id, country, name) do update
        set state = 'waiting', checked_at = null, until = excluded.until
        where v.until <= shop_now() or (v.state = 'invalid'
          and v.checked_at < shop_now() - make_interval(mins => ${askAgainMinutes}::int))
      returning id`,
  );
  return begun?.id;
}

export async function findWaiting(db: Queries, id: string): Promise<VatCheck | undefined> {
  const [row] = await db
    .select()
    .from(vatChecks)
    .where(and(eq(vatChecks.id, id), eq(vatChecks.state, "waiting")));
  return row;
}

type Answer = { isValid: boolean; registeredName: string };

/** Unless an admin has confirmed it meanwhile. */
export async function saveAnswer(db: Queries, id: string, answer: Answer): Promise<void> {
  await db
    .update(vatChecks)
    .set({
      state: answer.isValid ? "valid" : "invalid",
      registeredName: answer.registeredName.slice(0, 500),
      checkedAt: sql`shop_now()`,
      until: sql`shop_now() + make_interval(days => ${checkedDays}::int)`,
    })
    .where(and(eq(vatChecks.id, id), eq(vatChecks.state, "waiting")));
}

/** By hand: it counts until somebody takes that back. Without `before` it did already. */
export async function confirmByHand(
  tx: Queries,
  { vatId, country, name }: VatHolder,
  byUser: string,
): Promise<{ id: string; before: VatState | undefined }> {
  await beginVatCheck(tx, { vatId, country, name });
  const [row] = await queryRows<{ id: string; state: VatState; until: string | null }>(
    tx,
    sql`select v.id, v.state, v.until from vat_checks v
      where ${isOfHolder(sql`${vatId}`, sql`${country}`, sql`${name}`)} for update`,
  );
  if (!row) throw new Error("The VAT number to confirm is gone");
  if (row.until === null) return { id: row.id, before: undefined };
  await tx
    .update(vatChecks)
    .set({ state: "valid", checkedAt: sql`shop_now()`, until: null, byUser })
    .where(eq(vatChecks.id, row.id));
  return { id: row.id, before: row.state };
}

/** It counts no longer, and is checked again when it is next given. */
export async function takeBackByHand(tx: Queries, id: string): Promise<VatCheck | undefined> {
  const [row] = await tx
    .delete(vatChecks)
    .where(and(eq(vatChecks.id, id), sql`${vatChecks.until} is null`))
    .returning();
  return row;
}

export async function deleteOldVatChecks(db: Queries): Promise<void> {
  await db.delete(vatChecks).where(lt(vatChecks.until, sql`shop_now() - interval '1 day'`));
}
