import { type SQL, sql } from "drizzle-orm";
import type { Part } from "#contract/catalog.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Shown = Omit<Part, "description">;

export async function readShownParts(db: Queries, rest: SQL): Promise<Shown[]> {
  const rows = await queryRows<Omit<Shown, "price"> & { cents: number }>(
    db,
    sql`select p.id as _id, p.number, p.name, p.img, p.price_cents::float8 as cents,
      p.minimum_quantity as "minimumQuantity", p.availabl_quantity as "availablQuantity"
    from parts p where p.deleted_at is null and not p.hidden ${rest}`,
  );
  return rows.map(({ cents, ...part }) => ({ ...part, price: toDollars(cents) }));
}

export async function findPartName(db: Queries, id: string) {
  const [row] = await queryRows<{ number: string; name: string }>(
    db,
    sql`select number, name from parts where id = ${id} and deleted_at is null and not hidden`,
  );
  return row;
}
