import { type FulfilmentState, type OrderState, shippedProblem } from "./order-states.ts";

export const orderLetters = [
  ...(["order-placed", "order-paid", "order-shipped"] as const),
  ...(["order-cancelled", "order-refunded"] as const),
] as const;
export type OrderLetter = (typeof orderLetters)[number];

const names: Record<OrderLetter, string> = {
  "order-placed": "What was ordered",
  "order-paid": "The payment has arrived",
  "order-shipped": "It is on its way",
  "order-cancelled": "It was cancelled",
  "order-refunded": "The refund",
};

export const nameLetter = (letter: OrderLetter, isCollection: boolean | undefined): string =>
  isCollection && letter === "order-shipped" ? "It is ready for collection" : names[letter];

type Order = {
  state: OrderState;
  fulfilment: FulfilmentState;
  refunded: number;
  isCollection?: boolean | undefined;
};

export function lettersOf({ state, fulfilment, refunded, isCollection }: Order): OrderLetter[] {
  const isTrue: Record<OrderLetter, boolean> = {
    "order-placed": state === "unpaid" || state === "paid",
    "order-paid": state === "paid",
    // Not once it was collected.
    "order-shipped":
      shippedProblem(fulfilment, isCollection) !== undefined &&
      !(isCollection && (fulfilment === "delivered" || fulfilment === "returned")),
    "order-cancelled": state === "cancelled" || state === "refunding",
    "order-refunded": refunded > 0,
  };
  return orderLetters.filter((letter) => isTrue[letter]);
}
