import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requiredText, term } from "./fields.ts";
import { maxBasketLines } from "./rules/quantity.ts";

const replacement = z.object({
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  /** Those of one choice are needed together, so many for one piece. */
  choice: z.number(),
  quantity: z.number(),
  /** For which cars; empty: for all. The same in words. */
  terms: z.array(term),
  only: z.string(),
});

export const basketLine = z.object({
  /** The part's. */
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  img: z.string(),
  /** What would be ordered now. 0: it cannot be ordered. */
  quantity: z.number(),
  note: z.optional(z.string()),
  /** For one piece, for this customer and quantity; and in the catalogue. */
  price: z.number(),
  listPrice: z.number(),
  /** The catalogue's price when it was put into the basket, if that was another. */
  priceBefore: z.optional(z.number()),
  discount: z.number(),
  /** For one piece; not part of `total`. */
  deposit: z.number(),
  /** The catalogue's lowest price within 30 days, beside one that is reduced. */
  lowest: z.optional(z.number()),
  total: z.number(),
  minimumQuantity: z.number(),
  availablQuantity: z.number(),
  /** Kept for later: not part of the order. */
  saved: z.boolean(),
  /** Of a part that is no longer made or sold. */
  replacedBy: z.array(replacement),
  /** To take instead: those that the part is only sold in, or with what replaced a part of this one. */
  kits: z.array(z.object({ _id: z.string(), number: z.string(), name: z.string() })),
});
export type BasketLine = z.output<typeof basketLine>;

/** Why the catalogue's prices of the lines do not simply add up; or why a code changes nothing. */
export const discountOutcome = z.object({
  label: z.string(),
  code: z.nullable(z.string()),
  amount: z.number(),
  problem: z.optional(z.string()),
});
export type DiscountOutcome = z.output<typeof discountOutcome>;

export const basket = z.object({
  lines: z.array(basketLine),
  pieces: z.number(),
  goods: z.number(),
  discount: z.number(),
  deposits: z.number(),
  /** Without delivery. */
  total: z.number(),
  discounts: z.array(discountOutcome),
  /** Groups of customers by whose prices it is priced, of each part by the lowest: the person's own, and their company's. */
  groups: z.optional(z.array(z.object({ name: z.string(), ofCompany: z.boolean() }))),
});
export type Basket = z.output<typeof basket>;

const quantity = z
  .int("Must be a whole number")
  .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000_000_000, "Is too large"));

const enteredCode = requiredText(100, "Type a code").check(z.toUpperCase());

const rateLimit = { max: 600, seconds: 600 } as const;

const linesOf = <Line extends z.core.$ZodType>(line: Line) =>
  z.strictObject({
    lines: z
      .array(line)
      .check(
        z.minLength(1, "Must name a part"),
        z.maxLength(maxBasketLines, `A basket has at most ${maxBasketLines} lines`),
      ),
  });

export const basketCalls = {
  read: {
    method: "GET",
    path: "/basket",
    summary:
      "Answers the caller's basket at the prices and stock of this moment. That of a visitor is kept under a cookie, and becomes part of the person's own once they are signed in.",
    who: "visitor",
    reply: basket,
    refusals: [],
  },
  put: {
    method: "PUT",
    path: "/basket/lines",
    summary:
      "Puts parts into the basket with exactly these quantities, or the nearest that can be ordered; `note` of a line then says why. Sending it again changes nothing more.",
    who: "visitor",
    body: linesOf(z.strictObject({ part: id, quantity, saved: z.optional(z.boolean()) })),
    reply: basket,
    refusals: ["not-found", "conflict", "too-many"],
    rateLimit,
  },
  add: {
    method: "POST",
    path: "/basket/lines",
    summary:
      "Adds so many pieces to what the basket has of each part, or as many as can be ordered; `note` of a line then says why, and `added` how many came. Nothing is lost where two add at once.",
    who: "visitor",
    body: linesOf(z.strictObject({ part: id, quantity })),
    reply: z.extend(basket, {
      added: z.array(z.object({ part: z.string(), pieces: z.number() })),
    }),
    refusals: ["not-found", "conflict", "too-many"],
    rateLimit,
  },
  remove: {
    method: "DELETE",
    path: "/basket/lines/:part",
    summary: "Takes a part out of the basket.",
    who: "visitor",
    params: { part: id },
    reply: basket,
    refusals: ["too-many"],
    rateLimit,
  },
  addCode: {
    method: "PUT",
    path: "/basket/codes/:code",
    summary:
      "Puts the code of a discount into the basket. One that is unknown, expired, used up or for others is refused; one that these parts do not suit stays, and `problem` says why.",
    who: "visitor",
    params: { code: enteredCode },
    reply: basket,
    refusals: ["not-found", "gone", "conflict", "too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
  removeCode: {
    method: "DELETE",
    path: "/basket/codes/:code",
    summary: "Takes a code out of the basket.",
    who: "visitor",
    params: { code: enteredCode },
    reply: basket,
    refusals: ["too-many"],
    rateLimit,
  },
} as const satisfies Calls;
