import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requestKey, stockQuantity, text } from "./fields.ts";
import { stockReasons } from "./rules/stock-change.ts";

/** `availablQuantity` is what is on hand and not reserved by orders. */
export const stockState = z.object({
  onHand: z.number(),
  reserved: z.number(),
  availablQuantity: z.number(),
});
export type StockState = z.output<typeof stockState>;

export const stockEdit = z.strictObject({
  reason: z.enum(stockReasons, "Must be delivery, return, damage or count"),
  /** Of a count, all on the shelf; otherwise how many came or went. */
  pieces: stockQuantity,
  note: z.optional(text(200)),
  key: z.optional(requestKey),
});
export type StockEdit = z.output<typeof stockEdit>;

export const stockEdited = z.extend(stockState, {
  change: z.number(),
  auditId: z.nullable(z.string()),
  /** Unpaid orders that no longer hold so many pieces, by their numbers. */
  released: z.array(z.object({ order: z.number(), pieces: z.number() })),
});
export type StockEdited = z.output<typeof stockEdited>;

export const stockCalls = {
  one: {
    method: "GET",
    path: "/parts/:id/stock",
    summary: "Answers how many pieces of a part are on hand, and how many orders have reserved.",
    who: "admin",
    params: { id },
    reply: stockState,
    refusals: ["not-found"],
  },
  edit: {
    method: "POST",
    path: "/parts/:id/stock",
    summary:
      "Books a delivery, a return or a damage of so many `pieces`, or the difference to a count. Refused if less would be left than orders have reserved; a count below that takes back the newest holds of unpaid orders, and is refused if the paid ones alone need more. The same change under the same key is booked once and answers the first result again.",
    who: "admin",
    area: "catalogue",
    params: { id },
    body: stockEdit,
    reply: stockEdited,
    refusals: ["not-found", "conflict", "reserved-by", "key-reused"],
  },
} as const satisfies Calls;
