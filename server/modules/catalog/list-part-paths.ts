import { sql } from "drizzle-orm";
import { partPath } from "#contract/rules/part-path.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Read } from "#server/platform/database/replica-reads.ts";
import { blockSize, type SitemapSource } from "#server/platform/pages/sitemap.ts";

const isShown = sql`deleted_at is null and not hidden`;
const isInBlock = (block: unknown) =>
  sql`position >= ${block}::bigint * ${blockSize} and position < (${block}::bigint + 1) * ${blockSize}`;

/** In blocks by position, so that none is read for another. */
export function listPartPaths(read: Read): SitemapSource {
  return {
    tag: "parts",
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
  };
}
