import { sql } from "drizzle-orm";
import { searchWords } from "#contract/rules/search-words.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { consumeLimits, keyLimits } from "#server/platform/rate-limits/consume-limit.ts";
import { addressKeys } from "#server/platform/rate-limits/limit-keys.ts";

const maxTermLength = 80;
const maxTermsPerDay = 2_000;

/** Of one address a day: nobody fills the day's terms alone. */
const limit = { action: "searches without results", most: 50, seconds: 86_400 };

export async function noteMissedSearch(
  db: Queries,
  q: string,
  { address }: Pick<Caller, "address">,
): Promise<void> {
  const isWithin = await consumeLimits(db, keyLimits(limit, addressKeys(address)));
  if (isWithin) await storeMissedSearch(db, q);
}

/** For the owner. An address or a VIN may say who searched, so these are not stored. */
export async function storeMissedSearch(db: Queries, q: string): Promise<void> {
  const term = searchWords(q).join(" ").slice(0, maxTermLength).trim();
  const isPersonal = q.includes("@") || /\b[A-HJ-NPR-Z0-9]{17}\b/i.test(q) || /\+\d{6}/.test(q);
  if (term === "" || isPersonal) return;
  await db.execute(sql`
    insert into missed_searches (day, term, last_at)
    select shop_now()::date, ${term}, shop_now()
    where exists (select from missed_searches where day = shop_now()::date and term = ${term})
      or (select count(*) from missed_searches where day = shop_now()::date) < ${maxTermsPerDay}
    on conflict (day, term) do update set count = missed_searches.count + 1, last_at = shop_now()`);
}

const keptDays = 90;

export async function deleteOldMissedSearches(db: Queries): Promise<void> {
  await db.execute(
    sql`delete from missed_searches where day < shop_now()::date - ${keptDays}::int`,
  );
  await db.execute(sql`delete from dismissed_searches d
    where not exists (select from missed_searches m where m.term = d.term)`);
}
