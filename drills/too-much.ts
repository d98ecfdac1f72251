// A shop with very many parts, and addresses that ask it for more than there is to give.
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { addressOf, everyCall, nothing } from "../proofs/calls.ts";
import { encoded } from "../proofs/places.ts";
import { worstLimits, worstWords } from "../proofs/worst-words.ts";

/** Parts whose names have words in common. */
export async function fillWithParts(databaseUrl: string, many: number): Promise<void> {
  const { db, close } = connect(databaseUrl, { most: 1 });
  const kinds = sql`(array['Brake disc', 'Oil filter', 'Wheel bearing', 'Spark plug', 'Clutch kit'])`;
  await db.execute(sql`insert into parts
      (id, name, img, description, minimum_quantity, availabl_quantity, price_cents)
    select gen_random_uuid(), ${kinds}[1 + n % 5] || ', ' || n || ' mm, series ' || md5(n::text), '',
      'Cast, machined and balanced; kept in stock for the workshop of today.', 1, 1000, 4550
    from generate_series(1, ${many}::int) n`);
  await db.execute(sql`analyze parts`);
  await close();
}

/** Every list with the worst limits, and every search with the worst words. */
export function tooMuch(): string[] {
  const lists = everyCall.filter(({ query }) => query && "limit" in query);
  return lists.flatMap((call) => {
    const path = addressOf(`/api${call.path}`, nothing, call);
    const beginning = path + (path.includes("?") ? "&" : "?");
    const words = "q" in (call.query ?? {}) ? worstWords : [];
    const rests = ["", "&limit=100", ...("newest" in (call.query ?? {}) ? ["&newest=100"] : [])];
    return [
      ...worstLimits.map((limit) => beginning + limit),
      ...words.flatMap((word) => rests.map((rest) => `${beginning}q=${encoded(word)}${rest}`)),
    ];
  });
}

/** Given, or refused for a reason. */
export function isHonest(status: number): boolean {
  return status === 200 || (status >= 400 && status < 500);
}
