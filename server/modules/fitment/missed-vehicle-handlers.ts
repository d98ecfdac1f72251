import { type SQL, sql } from "drizzle-orm";
import type { HandlerInput } from "#contract/call.ts";
import type {
  ListedVehicle,
  MissedVehicleColumn,
  missedVehicleCalls,
} from "#contract/missed-vehicles.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { fromVehicles, vehicleColumns } from "./read-vehicle.ts";

export function missedVehicleHandlers({
  db,
}: Pick<Context, "db">): Handlers<typeof missedVehicleCalls> {
  return {
    list: ({ query }) => listVehicles(db, query),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "missed-vehicles",
        columns,
        chosen,
        list: (page) => listVehicles(db, { ...query, ...page }),
      }),
  };
}

const columns: FileColumns<MissedVehicleColumn, ListedVehicle> = {
  vehicle: ["Vehicle", ({ year, make, model }) => `${year} ${make.name} ${model.name}`],
  count: ["Times", ({ count }) => `${count}`],
  last: ["Last", ({ lastOn }) => lastOn],
};

const sortColumns: Record<MissedVehicleColumn, SQL> = {
  vehicle: sql`words`,
  count: sql`count`,
  last: sql`"lastOn"`,
};

type Filters = HandlerInput<typeof missedVehicleCalls.list>["query"];

async function listVehicles(
  db: Queries,
  { q = "", sort = "count-down", limit = 50, after }: Filters,
): Promise<ListedVehicle[]> {
  const column = sortColumns[sort.replace("-down", "") as MissedVehicleColumn];
  const isDown = sort.endsWith("-down");
  const direction = isDown ? sql`desc` : sql`asc`;
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => sql`strpos(words, ${word}) > 0`);
  const follows = sql`(${column}, id) ${isDown ? sql`<` : sql`>`}
    (select ${column}, id from missed where _id = ${after ?? null})`;
  const where = sql.join([sql`true`, ...words, ...(after ? [follows] : [])], sql` and `);
  return queryRows(
    db,
    sql`with missed as materialized (
        select v.id::text as _id, ${vehicleColumns}, asked.count, asked."lastOn",
          lower(v.year || ' ' || k.name || ' ' || m.name) as words
        ${fromVehicles} join (select vehicle_id, sum(count)::int as count,
            max(day)::text as "lastOn" from missed_vehicles group by vehicle_id) asked
          on asked.vehicle_id = v.id)
      select _id, id, make, model, year, count, "lastOn" from missed where ${where}
      order by ${column} ${direction}, id ${direction} limit ${limit}`,
  );
}
