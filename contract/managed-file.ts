import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { fileColumns } from "./fields.ts";
import { managedColumns, managedFilters, managedSorts } from "./part-edits.ts";

export const managedFileColumns = [...managedColumns, "type", "brand"] as const;
export type ManagedFileColumn = (typeof managedFileColumns)[number];

export const managedFileCalls = {
  file: {
    method: "GET",
    path: "/managed-parts/csv",
    summary:
      "Answers what GET /managed-parts lists as CSV, with all columns or the given ones, and formulas neutralised as in exports.",
    who: "admin",
    query: {
      ...managedFilters,
      sort: z.optional(z.enum(managedSorts)),
      ...fileColumns(managedFileColumns),
    },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
