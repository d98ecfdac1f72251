// All that the shop keeps, as check sums: two that are equal prove that nothing was written.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { full } from "./drill.ts";

const untilSent = { timeout: full ? 600_000 : 5_000 };

/** How often something was tried is counted whatever comes of it, and the account is checked each minute. */
const counters = ["limits", "ledger_checks"];
/** Columns that the shop writes by itself: when it asks for a payment again. */
const own = "next_check_at checks";

export async function snapshot({ shop }: OpenShop): Promise<Record<string, string>> {
  const { db, env } = shop;
  // A letter that was asked for before may still be on its way, and thousands take their time.
  await expect
    .poll(() => queryRows(db, sql`select from letters limit 1`), untilSent)
    .toHaveLength(0);
  const tables = await queryRows<{ name: string }>(
    db,
    sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !counters.includes(table.name))) {
    const [row] = await queryRows<{ sum: string }>(
      db,
      sql`
      select count(*) || ' rows, ' || coalesce(md5(string_agg(line, '' order by line)), '') as sum
      from (select md5((to_jsonb(each) - string_to_array(${own}, ' '))::text) as line
        from ${sql.identifier(name)} each) lines`,
    );
    sums[name] = row?.sum ?? "";
  }
  for (const folder of ["images", "outbox"]) {
    const files = await readdir(join(env.DATA_DIR, folder)).catch(() => []);
    sums[folder] = files.sort().join(" ");
  }
  return sums;
}
