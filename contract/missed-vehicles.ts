import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { fileColumns, pageQuery, text } from "./fields.ts";
import { vehicle } from "./fitment.ts";

const missedColumns = ["vehicle", "count", "last"] as const;
export type MissedVehicleColumn = (typeof missedColumns)[number];
export const missedVehicleSorts = [
  ...missedColumns,
  ...missedColumns.map((column) => `${column}-down` as const),
];

export const listedVehicle = z.extend(vehicle, {
  /** As text, as lists have it. */
  _id: z.string(),
  /** Of the last 90 days. */
  count: z.number(),
  /** Such as 2026-11-24. */
  lastOn: z.string(),
});
export type ListedVehicle = z.output<typeof listedVehicle>;

const filters = { q: z.optional(text(100)), sort: z.optional(z.enum(missedVehicleSorts)) };

export const missedVehicleCalls = {
  list: {
    method: "GET",
    path: "/missed-vehicles",
    summary:
      "Lists vehicles that people asked for and the shop has no part for, the most frequent first or in the order of `sort`; `q` answers those whose year, make and model contain its words.",
    who: "admin",
    query: { ...filters, ...pageQuery, after: z.optional(text(10)) },
    reply: z.array(listedVehicle),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/missed-vehicles/csv",
    summary:
      "Answers what GET /missed-vehicles lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(missedColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
