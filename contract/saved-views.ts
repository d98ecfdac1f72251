import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requiredText, text } from "./fields.ts";

export const viewLists = [
  "products",
  "orders",
  "people",
  "reviews",
  "returns",
  "deposits",
  "audit-log",
  "missed-searches",
  "missed-vehicles",
  "webhook-log",
  "jobs",
  "withdrawals",
  "companies",
] as const;
export type ViewList = (typeof viewLists)[number];

export const maxViews = 50;
export const maxViewName = 40;

const params = z
  .record(text(40), text(200))
  .check(z.refine((given) => Object.keys(given).length <= 20, "Are too many"));
const columns = z.array(text(60)).check(z.maxLength(40, "Are too many"));

export const savedView = z.object({
  _id: z.string(),
  name: z.string(),
  /** Search, filters and order, as in the address of the list. */
  params: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** Empty of one's own, and once the account of who shared it is deleted. */
  by: z.string(),
});
export type SavedView = z.output<typeof savedView>;

const list = z.enum(viewLists, "Is not a list with views");

export const newView = z.strictObject({
  list,
  name: requiredText(maxViewName, "Please give the view a name."),
  params: z._default(params, {}),
  columns: z._default(columns, []),
  isShared: z._default(z.boolean("Must be true or false"), false),
});
export type NewView = z.output<typeof newView>;

export const savedViewCalls = {
  list: {
    method: "GET",
    path: "/saved-views",
    summary: "Lists the views of a list that the caller saved, and those that others share.",
    who: "admin",
    query: { list },
    reply: z.array(savedView),
    refusals: [],
  },
  save: {
    method: "POST",
    path: "/saved-views",
    summary: "Saves a view of a list, or replaces the caller's own view of that name.",
    who: "admin",
    area: "some",
    body: newView,
    reply: savedView,
    refusals: ["conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/saved-views/:id",
    summary: "Removes a view: one's own; owners also remove what others share.",
    who: "admin",
    area: "some",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found", "not-allowed"],
  },
} as const satisfies Calls;
