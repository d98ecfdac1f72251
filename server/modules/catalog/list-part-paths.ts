import { sql } from "drizzle-orm";
import { partPath } from "#contract/rules/part-path.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Read } from "#server/platform/database/replica-reads.ts";
import { blockSize, type SitemapSource } from "#server/platform/pages/sitemap.ts";

const isShown = sql`deleted_at is null and not hidden`;
const isInBlock = (block: unknown) =>
  sql`position >= ${block}::bigint * ${blockSize} and position < (${block}::bigint + 1) * ${blockSize}`;

/** In blocks by position, so that none is read for another. */
export function listPartPaths(read: Read): Omit<SitemapSource, "listVehiclePaths"> {
  return {
    tags: ["parts", "part-names", "part-types", "vehicles"],
    listBlocks: async () => {
      const rows = await read((db) =>
        queryRows<{ block: number }>(
          db,
          sql`select block::int from generate_series(0, (select max(position) / ${blockSize} from parts)) block
            where exists (select from parts where ${isInBlock(sql`block`)} and ${isShown})
            order by block`,
        ),
      );
      return rows.map(({ block }) => block);
    },
    listPaths: async (block) => {
      const rows = await read((db) =>
        queryRows<{ number: string; name: string }>(
          db,
          sql`select number, name from parts where ${isInBlock(block)} and ${isShown}
            order by position`,
        ),
      );
      return rows.map(partPath);
    },
    listTypePaths: async () => {
      const rows = await read((db) => queryRows<{ slug: string }>(db, typesWithParts));
      return rows.map(({ slug }) => `/shop/${slug}`);
    },
  };
}

const typesWithParts = sql`
  with recursive used (id) as (
    select part_type_id from parts where ${isShown} and part_type_id is not null
    union select f.part_type_id from further_part_types f join parts on parts.id = f.part_id
    where ${isShown}
    union select t.parent_id from part_types t join used on used.id = t.id
    where t.parent_id is not null
  )
  select slug from part_types join used using (id) where deleted_at is null order by slug`;
