/** `refunding`: cancelled after it was paid, the money is on its way back. */
export const orderStates = ["unpaid", "paid", "cancelled", "refunding", "refunded"] as const;
export type OrderState = (typeof orderStates)[number];

export const openStates = ["unpaid", "paid"] as const satisfies OrderState[];
export const closedStates = ["cancelled", "refunding", "refunded"] as const satisfies OrderState[];

export const fulfilmentStates = [
  "none",
  "packed",
  "partly_shipped",
  "shipped",
  "delivered",
  "returned",
] as const;
export type FulfilmentState = (typeof fulfilmentStates)[number];

export function shippedProblem(
  state: FulfilmentState,
  isCollection: boolean | undefined = false,
): string | undefined {
  if (state === "none" || state === "packed") return undefined;
  const where = isCollection ? { ...whereabouts, ...collectionWhereabouts } : whereabouts;
  const problem = `${where[state]}, so it can no longer be cancelled.`;
  return state === "returned" ? problem : `${problem} You can return it.`;
}

const whereabouts = {
  partly_shipped: "Part of this order is on its way",
  shipped: "This order is on its way",
  delivered: "This order was delivered",
  returned: "This order has come back",
};
const collectionWhereabouts = {
  partly_shipped: "Part of this order is ready for collection",
  shipped: "This order is ready for collection",
  delivered: "This order was collected",
};

/** `account`: not paid, but on the account of a company, so it may be sent. */
export const paymentStates = [...orderStates, "processing", "account", "closed"] as const;
export type PaymentState = (typeof paymentStates)[number];

export const paymentNames: Record<PaymentState, string> = {
  unpaid: "Unpaid",
  processing: "Being confirmed",
  account: "On account",
  paid: "Paid",
  cancelled: "Cancelled",
  closed: "Closed unpaid",
  refunding: "Refund on its way",
  refunded: "Refunded",
};

export function toOrderState(state: PaymentState): OrderState {
  if (state === "processing" || state === "account") return "unpaid";
  return state === "closed" ? "cancelled" : state;
}

type Closed = {
  paymentState: PaymentState;
  closedAt: Date | null;
  closedBy: string | null;
  paidAt: Date | null;
};

/** An order whose money all went back piece by piece is closed too, but was not cancelled. */
export function wasCancelled({ paymentState, closedAt, closedBy, paidAt }: Closed): boolean {
  if (closedAt === null) return false;
  // One that was cancelled because its parts were sold was closed when it was paid.
  const isSoldOut = closedAt.getTime() === paidAt?.getTime();
  return paymentState !== "refunded" || closedBy !== null || isSoldOut;
}

export const maySend = (state: PaymentState) => state === "paid" || state === "account";

export const movers = ["owner", "admin", "card provider", "shop"] as const;
export type Mover = (typeof movers)[number];

type Move = {
  from: readonly PaymentState[];
  to: PaymentState;
  by: readonly Mover[];
  otherwise: { [State in PaymentState]?: string };
};

export const confirming =
  "Your payment for this order is being confirmed. Please do not pay again.";

/** On pages that change when it is decided. */
export const beingConfirmed = {
  title: "Your bank is confirming the payment",
  text: "Please do not pay again. This page shows the result by itself.",
};

const onAccount = "This order is on your company's account. Please pay it by bank transfer.";

/** All transitions of an order. Only the card provider confirms that money moved. */
export const orderMoves = {
  process: { from: ["unpaid"], to: "processing", by: ["card provider"], otherwise: {} },
  fail: { from: ["processing"], to: "unpaid", by: ["card provider"], otherwise: {} },
  pay: {
    from: ["unpaid", "processing"],
    to: "paid",
    by: ["card provider"],
    otherwise: {
      paid: "This order is paid already.",
      account: onAccount,
      closed: "This order was closed because it was not paid in time. Please order again.",
      cancelled: "This order was cancelled, so it cannot be paid.",
      refunding: "This order was cancelled; its payment is being refunded.",
      refunded: "This order was cancelled and its payment refunded.",
    },
  },
  charge: {
    from: ["unpaid"],
    to: "account",
    by: ["owner"],
    otherwise: { processing: confirming, account: onAccount },
  },
  /** All of it has come in. */
  receive: { from: ["account"], to: "paid", by: ["admin", "shop"], otherwise: {} },
  /** A receipt was taken back. */
  reopen: { from: ["paid"], to: "account", by: ["admin"], otherwise: {} },
  payLate: {
    from: ["unpaid", "processing"],
    to: "refunding",
    by: ["card provider"],
    otherwise: {},
  },
  cancel: {
    from: ["unpaid"],
    to: "cancelled",
    by: ["owner", "admin"],
    otherwise: {
      processing: confirming,
      account: "This order is on account since just now. Delete it again to cancel it.",
      closed: "This order is closed already, because it was not paid in time.",
      paid: "This order was paid just now. Delete it again to cancel it and have it refunded.",
      cancelled: "This order is cancelled already.",
      refunding: "This order is cancelled already; its payment is being refunded.",
      refunded: "This order is cancelled already, and its payment was refunded.",
    },
  },
  close: { from: ["unpaid"], to: "closed", by: ["shop"], otherwise: {} },
  refund: {
    from: ["paid", "account"],
    to: "refunding",
    by: ["owner", "admin"],
    otherwise: {
      unpaid: "This order is not paid, so there is nothing to refund.",
      processing: confirming,
      closed: "This order is closed already, because it was not paid in time.",
      cancelled: "This order is cancelled already.",
      refunding: "This order is cancelled already; its payment is being refunded.",
      refunded: "This order is cancelled already, and its payment was refunded.",
    },
  },
  returnMoney: {
    from: ["refunding"],
    to: "refunded",
    by: ["card provider", "admin", "shop"],
    otherwise: {},
  },
  returnAllMoney: {
    from: ["paid", "account"],
    to: "refunded",
    by: ["card provider", "admin", "shop"],
    otherwise: {},
  },
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof orderMoves;

export function moveProblem(name: MoveName, state: PaymentState): string | undefined {
  const { from, otherwise }: Move = orderMoves[name];
  if (from.includes(state)) return undefined;
  return otherwise[state] ?? `That is not possible for an order that is ${state}.`;
}

export function mayMove(name: MoveName, mover: Mover): boolean {
  const { by }: Move = orderMoves[name];
  return by.includes(mover);
}

export function moverOf(
  { _id, role }: { _id: string; role?: string | undefined },
  { userId }: { userId: string | null },
): "owner" | "admin" | undefined {
  if (role === "admin") return "admin";
  return userId === _id ? "owner" : undefined;
}

const stateNames: Record<Exclude<OrderState, "paid">, string> = {
  unpaid: "Unpaid",
  cancelled: "Cancelled",
  refunding: "Refund on its way",
  refunded: "Refunded",
};

const parcels: Record<FulfilmentState, string> = {
  none: "Paid",
  packed: "Packed",
  partly_shipped: "Part shipped",
  shipped: "On its way",
  delivered: "Delivered",
  returned: "Returned",
};

const collectionParcels: Partial<typeof parcels> = {
  partly_shipped: "Part ready for collection",
  shipped: "Ready for collection",
  delivered: "Collected",
};

export const fulfilmentNames: Record<FulfilmentState, string> = {
  none: "Nothing sent",
  packed: "Packed",
  partly_shipped: "Part shipped",
  shipped: "On its way",
  delivered: "Delivered",
  returned: "Returned",
};

const collectionNames: Partial<typeof fulfilmentNames> = {
  none: "Nothing ready",
  partly_shipped: "Part ready",
  shipped: "Ready for collection",
  delivered: "Collected",
};

type Sent = { fulfilment: FulfilmentState; isCollection?: boolean | undefined };

export const nameDelivery = ({ fulfilment, isCollection }: Sent): string =>
  (isCollection && collectionNames[fulfilment]) || fulfilmentNames[fulfilment];

type Described = {
  state: OrderState;
  fulfilment?: FulfilmentState | undefined;
  payment?: PaymentState | undefined;
  dueOn?: string | undefined;
  isCollection?: boolean | undefined;
};

/** In a word: of what is paid, how far its parcels are. */
export function nameState(order: Described): string {
  const { state, fulfilment = "none", payment, dueOn, isCollection } = order;
  const parcel = (isCollection && collectionParcels[fulfilment]) || parcels[fulfilment];
  if (payment === "account") return fulfilment === "none" ? "On account" : `${parcel}, on account`;
  if (state === "refunded" && dueOn) return "Credited";
  return state === "paid" ? parcel : stateNames[state];
}

/** A reservation that ends within so many minutes ends soon. */
export const expiringMinutes = 15;
