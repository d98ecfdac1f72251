import * as z from "zod/mini";
import { basketLine, discountOutcome } from "./baskets.ts";
import type { Calls } from "./call.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { countryCode, id, settingsId, text, vatId } from "./fields.ts";
import { maxBasketLines } from "./rules/quantity.ts";
import { vatState } from "./vat.ts";

const offeredMethod = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["carrier", "collection"]),
  /** Before discounts. None: it does not take these parts. */
  price: z.nullable(z.number()),
  problem: z.optional(z.string()),
  /** The days on which it arrives, if it is paid before `orderBefore`. */
  from: z.optional(z.string()),
  until: z.optional(z.string()),
  orderBefore: z.optional(z.string()),
});
export type OfferedMethod = z.output<typeof offeredMethod>;

export const quote = z.object({
  lines: z.array(basketLine),
  pieces: z.number(),
  methods: z.array(offeredMethod),
  method: z.nullable(z.string()),
  goods: z.number(),
  discount: z.number(),
  discounts: z.array(discountOutcome),
  deposits: z.number(),
  delivery: z.number(),
  taxMode: z.enum(["contained", "added", "reverse", "none"]),
  taxes: z.array(z.object({ percent: z.number(), net: z.number(), tax: z.number() })),
  /** Of a VAT number that takes the tax off once it is valid. */
  vat: z.optional(vatState),
  total: z.number(),
  problem: z.optional(z.string()),
});
export type Quote = z.output<typeof quote>;

/** What is sent of a checkout; what is left out stays as it is. */
const checkoutEdit = z.partial(
  z.strictObject({
    address: checkoutAddress,
    /** For the invoice; null: it is for who receives the order. */
    billTo: z.nullable(checkoutAddress),
    method: settingsId,
    vatId,
    reference: text(60),
  }),
);
export type CheckoutEdit = z.output<typeof checkoutEdit>;

export const checkout = z.object({
  /** That of the last time, at first. */
  address: z.nullable(checkoutAddress),
  billTo: z.nullable(checkoutAddress),
  addresses: z.array(z.object({ _id: z.string(), address: checkoutAddress })),
  vatId: z.string(),
  reference: z.string(),
  /** Codes of the countries to which something is delivered; that of the shop, if it is one. */
  countries: z.array(z.string()),
  home: z.string(),
  /** That of the caller, which their first address begins with. */
  company: z.nullable(z.object({ name: z.string(), country: z.string(), vatId: z.string() })),
  /** Null: the caller's company does not buy on account. In dollars, as it is before placing. */
  credit: z.nullable(
    z.object({ limit: z.number(), left: z.number(), problem: z.optional(z.string()) }),
  ),
  quote,
  /** The versions of the legal texts that an order would be made under; of a page that is missing, the sample. */
  legal: z.record(z.string(), z.number()),
  /** Of parts, quantities, addresses and delivery: another one, and the order would be another. */
  fingerprint: z.string(),
});
export type Checkout = z.output<typeof checkout>;

const pieces = z.int("Must be a whole number").check(z.minimum(1), z.maximum(1_000_000_000));

const rateLimit = { max: 600, seconds: 600 } as const;

export const checkoutCalls = {
  estimate: {
    method: "POST",
    path: "/checkout/estimate",
    summary:
      "Answers what an order of the caller's basket, or of `lines`, would cost in a country, and when it would arrive. Nothing is kept.",
    who: "visitor",
    body: z.strictObject({
      country: countryCode,
      region: z._default(text(40), ""),
      postcode: z._default(text(20), ""),
      lines: z.optional(
        z
          .array(z.strictObject({ part: id, quantity: pieces }))
          .check(z.minLength(1, "Must name a part"), z.maxLength(maxBasketLines)),
      ),
    }),
    reply: quote,
    refusals: ["too-many"],
    rateLimit,
  },
  read: {
    method: "GET",
    path: "/checkout",
    summary: "Answers the caller's checkout: address, delivery, and what the order costs now.",
    who: "signed-in",
    reply: checkout,
    refusals: [],
  },
  edit: {
    method: "PATCH",
    path: "/checkout",
    summary: "Sets what is given of the caller's checkout.",
    who: "signed-in",
    body: checkoutEdit,
    reply: checkout,
    refusals: ["invalid", "too-many"],
    rateLimit,
  },
  forgetAddress: {
    method: "DELETE",
    path: "/checkout/addresses/:id",
    summary: "Forgets one of the addresses to which the caller had something delivered.",
    who: "own",
    params: { id },
    reply: checkout,
    refusals: ["not-found", "too-many"],
    rateLimit,
  },
} as const satisfies Calls;
