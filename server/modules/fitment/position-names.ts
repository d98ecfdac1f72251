import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { positions } from "./tables.ts";

const axles = ["", "Front", "Rear"];
const sides = ["", "Left", "Right"];
const levels = ["", "Upper", "Lower", "Inner", "Outer"];

/** Names that a file may use without anybody adding them before. */
const standard = axles.flatMap((axle) =>
  sides.flatMap((side) => levels.map((level) => [axle, side, level].filter(Boolean).join(" "))),
);

export async function readPositionNames(db: Queries): Promise<Map<string, string>> {
  const rows = await db.select({ name: positions.name }).from(positions);
  const named = await queryRows<{ code: string; name: string }>(
    db,
    sql`select a.code, o.name from vehicle_aliases a join positions o on o.id = a.position_id
    where a.source = 'Position'`,
  );
  const names = [...standard.filter((name) => name !== ""), ...rows.map(({ name }) => name)];
  return new Map([
    ...named.map(({ code, name }) => [code.toLowerCase(), name] as const),
    ...names.map((name) => [name.toLowerCase(), name] as const),
  ]);
}
