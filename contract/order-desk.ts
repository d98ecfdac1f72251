import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { id, requiredText, text } from "./fields.ts";
import { order } from "./orders.ts";
import { orderLetters } from "./rules/order-letters.ts";

/** Of an order from a basket; the country stays, as tax and delivery follow from it. */
const place = z.omit(checkoutAddress, { name: true, phone: true, country: true });

const seen = z.string().check(z.maxLength(2000));

export const addressCorrection = z.strictObject({
  name: requiredText(200, "Name is Required"),
  phone: text(100),
  /** Of an order of one part, as a text. */
  address: z.optional(requiredText(1000)),
  place: z.optional(place),
  /** Where it goes to as the caller has seen it; of an order from a basket, the place as a text. */
  expected: z.optional(z.strictObject({ name: seen, phone: seen, address: seen })),
});
export type AddressCorrection = z.output<typeof addressCorrection>;

export const orderDeskCalls = {
  addNote: {
    method: "POST",
    path: "/orders/:id/notes",
    summary: "Adds a note to the history of an order. Its customer never sees it.",
    who: "admin",
    area: "orders",
    params: { id },
    body: z.strictObject({ text: requiredText(1000, "Please write something") }),
    reply: z.object({ text: z.string() }),
    refusals: ["invalid", "not-found"],
  },
  correctAddress: {
    method: "PATCH",
    path: "/orders/:id/address",
    summary:
      "Corrects where an order goes to, as long as nothing of it has shipped and delivery and tax cost the same there: the amounts of an order never change. An order from a basket takes `place`, any other `address`. `expected` is where it goes to as the caller has seen it; if that was corrected since, `present` of the refusal has it.",
    who: "admin",
    area: "orders",
    params: { id },
    body: addressCorrection,
    reply: z.extend(order, {
      /** By which POST /undo/:auditId takes it back; missing if nothing changed or it cannot be undone. */
      auditId: z.optional(z.string()),
    }),
    refusals: ["invalid", "not-found", "conflict", "shipped"],
  },
  sendLetter: {
    method: "POST",
    path: "/orders/:id/letters",
    summary: "Sends a letter about an order once more, as it would be written now.",
    who: "admin",
    area: "orders",
    params: { id },
    body: z.strictObject({ kind: z.enum(orderLetters, "Is not a letter about orders") }),
    reply: z.object({ email: z.string() }),
    refusals: ["invalid", "not-found", "conflict"],
  },
} as const satisfies Calls;
