import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { fileColumns, id, pageQuery, text } from "./fields.ts";

export const missedViews = ["open", "dismissed"] as const;
export type MissedView = (typeof missedViews)[number];

const missedColumns = ["term", "count", "last"] as const;
export type MissedColumn = (typeof missedColumns)[number];
export const missedSorts = [
  ...missedColumns,
  ...missedColumns.map((column) => `${column}-down` as const),
];
export type MissedSort = (typeof missedSorts)[number];

export const missedSearch = z.object({
  _id: z.string(),
  term: z.string(),
  /** Of the last 90 days. */
  count: z.number(),
  lastAt: z.string(),
});
export type MissedSearch = z.output<typeof missedSearch>;

const filters = {
  q: z.optional(text(100)),
  view: z.optional(z.enum(missedViews)),
  sort: z.optional(z.enum(missedSorts)),
};

export const missedFileColumns = ["term", "count", "last"] as const;
export type MissedFileColumn = (typeof missedFileColumns)[number];

export const missedSearchCalls = {
  list: {
    method: "GET",
    path: "/missed-searches",
    summary:
      "Lists what people searched for and did not find, the most frequent first or in the order of `sort`; `q` answers those that contain it.",
    who: "admin",
    query: { ...filters, ...pageQuery },
    reply: z.array(missedSearch),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/missed-searches/csv",
    summary:
      "Answers what GET /missed-searches lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(missedFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  dismiss: {
    method: "PATCH",
    path: "/missed-searches/:id",
    summary: "Dismisses a missed search, so that it is no longer listed, or takes that back.",
    who: "admin",
    area: "catalogue",
    params: { id },
    body: z.strictObject({ dismissed: z.boolean("Must be true or false") }),
    reply: z.object({ dismissed: z.boolean() }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
