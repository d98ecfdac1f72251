import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { fileColumns } from "./fields.ts";
import { orderFilters } from "./orders.ts";

export const orderFileColumns = [
  "number",
  "state",
  "ordered",
  "product",
  "name",
  "email",
  "phone",
  "address",
  "quantity",
  "total",
  "refunded",
  "payment",
  "fulfilment",
  "promised",
  "transaction",
  "reference",
] as const;
export type OrderFileColumn = (typeof orderFileColumns)[number];

export const orderFileCalls = {
  file: {
    method: "GET",
    path: "/allOrders/csv",
    summary:
      "Answers what GET /allOrders lists as CSV, with all columns or the given ones, and formulas neutralised as in exports.",
    who: "admin",
    query: { ...orderFilters, ...fileColumns(orderFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
