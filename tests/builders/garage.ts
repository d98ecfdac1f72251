import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** As they are stored: the name of the key, and the whole row as text. */
export async function vinsInDatabase(url: string): Promise<{ key: string; text: string }[]> {
  const connection = connect(url, { most: 1 });
  try {
    return await queryRows<{ key: string; text: string }>(
      connection.db,
      sql`select vin_key as key, g::text || encode(vin_sealed, 'escape') as text from garage_cars g`,
    );
  } finally {
    await connection.close();
  }
}
