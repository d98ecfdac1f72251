import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as run } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Any fixed number, as long as nothing else in the database locks by it. */
const migrationLock = 7_215_001;

/** Safe when several processes start at once: one migrates, the others wait and find it done. */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => {},
  });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await run(drizzle(sql), { migrationsFolder });
  } finally {
    // The lock goes with the connection.
    await sql.end({ timeout: 5 });
  }
}
