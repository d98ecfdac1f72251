import type { AuditedAction, Facts } from "./audited-action.ts";
import { count } from "./words.ts";

export const orderActions = {
  "place-order": {
    title: "Placed an order for a customer",
    kind: "order",
    tell: () => ["placed ", " for its customer"],
  },
  "cancel-order": {
    title: "Cancelled an order",
    kind: "order",
    tell: () => ["cancelled ", ""],
  },
  "refund-order": {
    title: "Cancelled an order and requested its refund",
    kind: "order",
    tell: () => ["cancelled ", ", which was paid, and requested its refund"],
  },
  "refund-part": {
    title: "Refunded a part of an order",
    kind: "order",
    tell: ({ after, money }) => [
      `refunded ${money(after.amount)} of `,
      ` (${refundWords[`${after.reason}`] ?? after.reason})`,
    ],
  },
  "cancel-pieces": {
    title: "Cancelled pieces of an order",
    kind: "order",
    tell: ({ after, money }) => [
      `cancelled ${count(after.pieces, "piece")} of `,
      `, and refunded ${money(after.amount)}`,
    ],
  },
  "book-receipt": {
    title: "Booked a receipt of an order on account",
    kind: "order",
    tell: ({ after, money }) => [
      `booked ${money(after.amount)} as ${after.kind === "repaid" ? "paid back of " : "received for "}`,
      "",
    ],
  },
  "undo-receipt": {
    title: "Took a receipt of an order on account back",
    kind: "order",
    tell: ({ after, money }) => [`took the booking of ${money(after.amount)} back of `, ""],
  },
  "settle-refund-elsewhere": {
    title: "Marked a refund as made manually",
    kind: "order",
    tell: () => ["marked the refund of ", " as made manually"],
  },
  "ship-order": {
    title: "Packed or shipped parts of an order",
    kind: "order",
    tell: ({ after }) => [
      after.state === "packed" ? "packed parts of " : "shipped parts of ",
      ` (${count(after.pieces, "piece")}, parcel ${after.parcel})`,
    ],
  },
  "lose-pieces": {
    title: "Noted that sent parts were lost on their way",
    kind: "order",
    tell: ({ after, money }) => [
      `noted ${count(after.pieces, "lost piece")} of `,
      `, parcel ${after.parcel}: ${whatOfLost(after, money)}`,
    ],
  },
  "note-order": {
    title: "Wrote a note to an order",
    kind: "order",
    tell: () => ["wrote a note to ", ""],
  },
  "correct-address": {
    title: "Corrected the address of an order",
    kind: "order",
    tell: () => ["corrected the address of ", ""],
  },
  "undo-address": {
    title: "Put the address of an order back",
    kind: "order",
    tell: () => ["put the address of ", " back as it was before"],
  },
  "take-tax-off": {
    title: "Took the tax off an order whose VAT number was confirmed",
    kind: "order",
    tell: ({ before, after, money }) => [
      `refunded the tax of ${money(after.amount)}, and replaced invoice ${before.number} by ${after.number} for `,
      "",
    ],
  },
  "correct-invoice": {
    title: "Corrected the invoice of an order",
    kind: "order",
    tell: ({ before, after }) => [`replaced invoice ${before.number} by ${after.number} for `, ""],
  },
  "send-letter": {
    title: "Sent a letter about an order again",
    kind: "order",
    tell: () => ["sent a letter about ", " again"],
  },
  "edit-shipment": {
    title: "Changed a shipment",
    kind: "order",
    tell: ({ before, after }) =>
      before.state === after.state
        ? ["changed the tracking of ", `, parcel ${after.parcel}`]
        : after.handedOver
          ? ["handed over ", `, parcel ${after.parcel}: ${after.handedOver}`]
          : after.isCollection && after.state === "shipped"
            ? ["made ", ` ready for collection, parcel ${after.parcel}`]
            : ["changed ", `: parcel ${after.parcel} is ${after.state}, was ${before.state}`],
  },
  "ask-return": {
    title: "Asked for a return in a customer's name",
    kind: "order",
    tell: ({ after }) => [`asked for return ${after.return} of `, ""],
  },
  "cancel-return": {
    title: "Cancelled a return",
    kind: "order",
    tell: ({ after }) => [`cancelled return ${after.return} of `, ""],
  },
  "edit-return": {
    title: "Answered, received or inspected a return",
    kind: "order",
    tell: ({ after }) => [
      `${returnWords[`${after.state}`] ?? "changed"} return ${after.return} of `,
      "",
    ],
  },
  "close-return": {
    title: "Closed a return",
    kind: "order",
    tell: ({ after, money }) => [
      `closed return ${after.return} of `,
      after.amount === undefined ? "" : `, and refunded ${money(after.amount)}`,
    ],
  },
  "answer-withdrawal": {
    title: "Answered a withdrawal, or took that back",
    kind: "shop",
    tell: ({ after }) => [
      after.answered
        ? `answered withdrawal ${after.withdrawal}`
        : `put withdrawal ${after.withdrawal} back among the open ones`,
    ],
  },
} as const satisfies Record<string, AuditedAction>;

const returnWords: Record<string, string> = {
  approved: "approved",
  refused: "refused",
  received: "booked the goods of",
  inspected: "inspected the goods of",
};

const refundWords: Record<string, string> = {
  return: "a return",
  withdrawal: "a withdrawal",
  goodwill: "goodwill",
  short: "something was missing",
  deposit: "a deposit",
};

function whatOfLost({ resolution, amount }: Facts["after"], money: Facts["money"]): string {
  if (amount !== undefined) return `refunded ${money(amount)}`;
  return resolution === "refund" ? "nothing to refund" : "to be sent again";
}
