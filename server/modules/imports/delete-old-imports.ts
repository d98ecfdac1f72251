import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

export async function deleteOldImports(db: Queries): Promise<void> {
  await db.execute(sql`
    delete from imports
    where created_at < now() - interval '90 days' and state not in ('applying', 'undoing')
      or created_at < now() - interval '1 day' and state = 'uploading'`);
}
