/** `refunding`: cancelled after it was paid, the money is on its way back. */
export const orderStates = ["unpaid", "paid", "cancelled", "refunding", "refunded"] as const;
export type OrderState = (typeof orderStates)[number];

export const openStates = ["unpaid", "paid"] as const satisfies OrderState[];
export const closedStates = ["cancelled", "refunding", "refunded"] as const satisfies OrderState[];

type Move = {
  from: OrderState;
  to: OrderState;
  by: readonly ("owner" | "admin" | "card provider")[];
  /** Why it cannot be made from other states. */
  otherwise: { [State in OrderState]?: string };
};

/** All transitions of an order. Only the card provider confirms that money moved. */
export const orderMoves = {
  pay: {
    from: "unpaid",
    to: "paid",
    by: ["card provider"],
    otherwise: {
      paid: "This order is paid already.",
      cancelled: "This order was cancelled, so it cannot be paid.",
      refunding: "This order was cancelled; its payment is being refunded.",
      refunded: "This order was cancelled and its payment refunded.",
    },
  },
  cancel: {
    from: "unpaid",
    to: "cancelled",
    by: ["owner", "admin"],
    otherwise: {
      paid: "This order was paid just now. Delete it again to cancel it and have it refunded.",
      cancelled: "This order is cancelled already.",
      refunding: "This order is cancelled already; its payment is being refunded.",
      refunded: "This order is cancelled already, and its payment was refunded.",
    },
  },
  refund: {
    from: "paid",
    to: "refunding",
    by: ["owner", "admin"],
    otherwise: {
      unpaid: "This order is not paid, so there is nothing to refund.",
      cancelled: "This order is cancelled already.",
      refunding: "This order is cancelled already; its payment is being refunded.",
      refunded: "This order is cancelled already, and its payment was refunded.",
    },
  },
  returnMoney: {
    from: "refunding",
    to: "refunded",
    // An admin, when the provider declines for good and the money went back another way.
    by: ["card provider", "admin"],
    otherwise: {},
  },
} as const satisfies Record<string, Move>;
