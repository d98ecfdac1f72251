import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { text } from "./fields.ts";
import { orderFilters } from "./orders.ts";

export const orderFileColumns = [
  "number",
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
  "transaction",
  "reference",
] as const;
export type OrderFileColumn = (typeof orderFileColumns)[number];
const anyColumn = `(${orderFileColumns.join("|")})`;
const listOfColumns = text(200).check(
  z.regex(new RegExp(`^${anyColumn}(,${anyColumn})*$`), "Must be columns of the list"),
);

export const orderFileCalls = {
  file: {
    method: "GET",
    path: "/allOrders/csv",
    summary:
      "Answers what GET /allOrders lists as CSV, with all columns or the given ones, and formulas neutralised as in exports.",
    who: "admin",
    query: { ...orderFilters, columns: z.optional(listOfColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
