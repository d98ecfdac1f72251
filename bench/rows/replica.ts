import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { startReplicatedPostgres } from "#tests/replicated-postgres.ts";
import { startArguments } from "../../scripts/start-command.ts";
import { addManyOrders } from "../add-many-orders.ts";
import { measureLoad } from "../load.ts";
import { measureAlternately, type Row } from "../row.ts";
import { type Server, startServer } from "../servers.ts";
import { addSessionCookie } from "../users.ts";

const email = "person.7@example.org";

/** Both databases share the machine, so this shows the cost of a replica, not its gain: no target. */
export async function replica(): Promise<Row[]> {
  const databases = await startReplicatedPostgres();
  const connection = connect(databases.primaryUrl, { most: 1 });
  await addManyOrders(databases.primaryUrl, 50_000, 10);
  const [person] = await queryRows<{ id: string }>(
    connection.db,
    sql`
    select id from users where email = ${email}`,
  );

  const folder = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const env = { DATABASE_URL: databases.primaryUrl };
  const atReplica = await startServer(startArguments, {
    ...env,
    DATA_DIR: join(folder, "replica"),
    DATABASE_REPLICA_URL: databases.replicaUrl,
  });
  const atPrimary = await startServer(startArguments, {
    ...env,
    DATA_DIR: join(folder, "primary"),
  });
  const listAt = async (shop: Server) => {
    const cookie = await addSessionCookie(shop, connection, person?.id ?? "");
    const asked = { url: `${shop.url}/api/orders?email=${email}`, headers: { cookie } };
    return (seconds: number) => measureLoad(asked, seconds);
  };
  const measured = await measureAlternately(await listAt(atReplica), await listAt(atPrimary));
  await connection.close();
  const megabytes = await atReplica.megabytes();
  for (const server of [atReplica, atPrimary]) await server.stop();
  await databases.close();
  await rm(folder, { recursive: true, force: true });
  const what = "GET /api/orders?email= of one customer, at a replica against at the primary";
  return [{ what, ...measured, target: 0, megabytes }];
}
