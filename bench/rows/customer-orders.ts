import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addManyOrders } from "../add-many-orders.ts";
import { connections, type LoadResult, measureLoad, pinToCore } from "../load.ts";
import { measureAlternately, type Row } from "../row.ts";
import { openShop } from "../servers.ts";
import { addSessionCookie } from "../users.ts";

const many = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const each = 10;
const email = "person.7@example.org";

/** One customer's list among a million orders: over HTTP, and its statement over the driver (the limit). */
export async function customerOrders(): Promise<Row[]> {
  const shop = await openShop(48);
  const connection = connect(shop.databaseUrl, { most: 1 });
  await addManyOrders(shop.databaseUrl, many, each);
  const [person] = await queryRows<{ id: string }>(
    connection.db,
    sql`
    select id from users where email = ${email}`,
  );
  const id = person?.id ?? "";
  const cookie = await addSessionCookie(shop, connection, id);
  await connection.close();

  const url = `${shop.url}/api/orders?email=${email}`;
  const overHttp = (seconds: number) => measureLoad({ url, headers: { cookie } }, seconds);
  const overDriver = async (seconds: number): Promise<LoadResult> => {
    const wanted = [shop.databaseUrl, id, String(connections), String(seconds)];
    const command = [process.execPath, "bench/list-orders.ts", ...wanted];
    const { stdout } = await promisify(execFile)(...pinToCore(0, command));
    return JSON.parse(stdout);
  };
  const measured = await measureAlternately(overHttp, overDriver);
  const what = `GET /api/orders?email= of one customer, among ${many.toLocaleString("en")} orders`;
  const megabytes = await shop.megabytes();
  await shop.stop();
  return [{ what, ...measured, target: 0.6, megabytes }];
}
