import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { quote } from "./checkout.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { countryCode, dollars, email, id, requestKey, settingsId, text } from "./fields.ts";
import { order } from "./orders.ts";
import { maxBasketLines } from "./rules/quantity.ts";

const quantity = z
  .int("Must be a whole number")
  .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000_000, "Is too large"));

const lines = z
  .array(z.strictObject({ part: id, quantity }))
  .check(z.maxLength(maxBasketLines, `Must be at most ${maxBasketLines} lines`));

const phoneQuote = z.object({
  customer: z.nullable(
    z.object({ _id: z.string(), name: z.string(), address: z.nullable(checkoutAddress) }),
  ),
  countries: z.array(z.string()),
  /** That was quoted: the one that was sent, else the preset one. */
  country: z.string(),
  quote,
});
export type PhoneQuote = z.output<typeof phoneQuote>;

const newPhoneOrder = z.strictObject({
  key: requestKey,
  email,
  lines: lines.check(z.minLength(1, "Please add a part")),
  address: checkoutAddress,
  /** Null: the first that takes these parts. */
  method: z.nullable(settingsId),
  reference: z._default(text(60), ""),
  /** Kept with the order; the customer never sees it. */
  note: z._default(text(1_000), ""),
  expectedTotal: dollars,
});
export type NewPhoneOrder = z.output<typeof newPhoneOrder>;

export const phoneOrderCalls = {
  quote: {
    method: "POST",
    path: "/phone-orders/quote",
    summary:
      "Answers what an order for a customer would cost, by the prices and discounts of that customer. Stores nothing.",
    who: "admin",
    area: "orders",
    body: z.strictObject({
      email: z.nullable(email),
      lines,
      country: z.nullable(countryCode),
      region: z._default(text(40), ""),
      postcode: z._default(text(20), ""),
      method: z.nullable(settingsId),
    }),
    reply: phoneQuote,
    refusals: [],
  },
  place: {
    method: "POST",
    path: "/phone-orders",
    summary:
      "Places an order for a customer, who gets a letter with a link to pay it. An e-mail without an account gets one that its owner has not proven. Prices and stock are those of the checkout. The same key answers the first result again.",
    who: "admin",
    area: "orders",
    body: newPhoneOrder,
    reply: order,
    refusals: ["invalid", "conflict", "key-reused"],
  },
} as const satisfies Calls;
