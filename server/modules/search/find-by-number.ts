import { sql } from "drizzle-orm";
import type { NumberPage, numberPageCalls } from "#contract/number-page.ts";
import { refuse } from "#contract/refusals.ts";
import { gtinForms, normalizePartNumber } from "#contract/rules/part-number.ts";
import type { Context } from "#server/context.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { isShown } from "./list-conditions.ts";

const noSuchNumber = refuse("not-found", "No part of ours has this number or replaces it.");
const most = 6;

/** Ours first. A part that has it more than once is there once. */
export function findByNumber({ read }: Pick<Context, "read">): Handler<typeof numberPageCalls.one> {
  return async ({ params: { number } }) => {
    const norm = normalizePartNumber(number);
    const forms = [norm, ...gtinForms(norm)];
    const matches = await read((db) =>
      queryRows<NumberPage["matches"][number]>(
        db,
        sql`with found as (
          select distinct on (p.id) p.id, p.number, n.kind, n.written, b.name as brand, n.pieces,
            p.position, array_position(array['own', 'old', 'gtin', 'oe', 'competitor'], n.kind) as rank
          from part_numbers n join parts p on p.id = n.part_id left join brands b on b.id = n.brand_id
          where n.norm = any(${sql.param(forms)}::text[]) and ${isShown}
          order by p.id, rank, n.id)
        select id as _id, number as part, kind, written, brand, pieces::float8 as pieces
        from found order by rank, position limit ${most}`,
      ),
    );
    const [first] = matches;
    if (!first) return noSuchNumber;
    return { number: first.written, norm, matches };
  };
}
