import { type NewOrder, type Order, orderCalls } from "#contract/orders.ts";
import { CallRefused, callInTime, createKey } from "#web/app/call.ts";
import { deleteDraft, readDraft, saveDraft } from "#web/app/forms.ts";

// The last order of a part, kept for all tabs until the server confirms it. Until then everything
// is sent under the same key, of which the server accepts one order.

export type OrderInput = Omit<NewOrder, "key"> & { part: string };

export type PendingOrder = {
  key: string;
  /** When it was last sent, or placed. */
  at: number;
  placed: boolean;
  /** Sent under this key and possibly received. */
  sent: OrderInput[];
};

/** Used where storage is blocked. */
const remembered = new Map<string, PendingOrder>();

export function readPendingOrder(personId: string, part: string): PendingOrder | undefined {
  const { attempt } = readDraft(nameOf(part), personId, "all tabs");
  return attempt ? JSON.parse(attempt) : remembered.get(personId + part);
}

export function savePendingOrder(personId: string, part: string, attempt: PendingOrder): void {
  remembered.set(personId + part, attempt);
  saveDraft(nameOf(part), personId, { attempt: JSON.stringify(attempt) }, "all tabs");
}

export function deletePendingOrder(personId: string, part: string): void {
  remembered.delete(personId + part);
  deleteDraft(nameOf(part), "all tabs");
}

const nameOf = (part: string) => `attempt:${part}`;

export function isSameInput(one: OrderInput, other: OrderInput): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof OrderInput)[];
  return names.every((name) => one[name] === other[name]);
}

// Places an order once, even when it is sent twice, after a lost response, or from two tabs.

/** Two tabs with the same form count as one for this long. */
const twoTabs = 30_000;
/** Older unconfirmed orders are ignored. */
const history = 24 * 3_600_000;

export type PlaceResult =
  | { is: "placed"; order: Order }
  /** An earlier input had been received; the current one is not ordered. */
  | { is: "earlier-placed"; order: Order };

/** It is unknown whether the order arrived; sending it again is safe. */
export class ResponseLost extends Error {}

/** `openSince`: when this form was empty, by this browser's clock. */
export function placeOnce(
  personId: string,
  wish: OrderInput,
  openSince: number,
): Promise<PlaceResult> {
  return oneTabAtATime(`order:${personId}:${wish.part}`, async () => {
    const last = readPendingOrder(personId, wish.part);
    const goesOn = last && (last.placed ? isOfTwoTabs(last, wish, openSince) : isRecent(last));
    if (!last || !goesOn) return place(personId, wish, freshAttempt());
    const outcome = await place(personId, wish, last);
    // It was paid or cancelled meanwhile, so this is a new order.
    const isPast = outcome.is === "placed" && outcome.order.state !== "unpaid";
    return isPast ? place(personId, wish, freshAttempt()) : outcome;
  });
}

export function mayAlreadyBePlaced(personId: string, wish: OrderInput): boolean {
  const last = readPendingOrder(personId, wish.part);
  return (
    !!last && !last.placed && isRecent(last) && last.sent.some((sent) => isSameInput(sent, wish))
  );
}

export function hasUnconfirmedOrder(personId: string, part: string): boolean {
  const last = readPendingOrder(personId, part);
  return !!last && !last.placed && isRecent(last) && last.sent.length > 0;
}

const freshAttempt = (): PendingOrder => ({
  key: createKey(),
  at: Date.now(),
  placed: false,
  sent: [],
});

const isRecent = ({ at }: PendingOrder) => Date.now() - at < history;

const isOfTwoTabs = ({ at, sent }: PendingOrder, wish: OrderInput, openSince: number) =>
  Date.now() - at < twoTabs && at > openSince && sent.some((other) => isSameInput(other, wish));

async function place(
  personId: string,
  wish: OrderInput,
  attempt: PendingOrder,
): Promise<PlaceResult> {
  const { key, sent } = attempt;
  const others = sent.filter((other) => !isSameInput(other, wish));
  // A form filled in after another tab placed the order is another order.
  const at = attempt.placed ? attempt.at : Date.now();
  const keep = (now: Pick<PendingOrder, "placed" | "sent">) =>
    savePendingOrder(personId, wish.part, { key, at, ...now });

  // Stored before sending: the page may be gone before the response arrives.
  keep({ placed: false, sent: [...others, wish] });
  try {
    const order = await callInTime(orderCalls.place, { body: { ...wish, key } });
    keep({ placed: true, sent: [wish] });
    return { is: "placed", order };
  } catch (error) {
    if (!isRefusal(error)) throw new ResponseLost((error as Error).message);
    // Rejected before the order was looked at, it says nothing of earlier attempts.
    keep({ placed: false, sent: wasLookedAt(error) ? others : sent });
    if (error.code !== "key-reused") throw error;
    const order = await whatWasPlaced(key, others);
    deletePendingOrder(personId, wish.part);
    if (!order) throw error;
    return { is: "earlier-placed", order };
  }
}

/** The key belongs to an order; only the server knows which input it was. */
async function whatWasPlaced(key: string, sent: OrderInput[]): Promise<Order | undefined> {
  for (const wish of sent) {
    const order = await callInTime(orderCalls.place, { body: { ...wish, key } }).catch((error) => {
      if (isRefusal(error)) return undefined;
      throw new ResponseLost(error.message);
    });
    if (order) return order;
  }
  return undefined;
}

function isRefusal(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.status < 500;
}

const wasLookedAt = ({ code }: CallRefused) =>
  ["conflict", "invalid", "not-found", "key-reused"].includes(code);

/** Without locks (plain http) the key alone must do. */
function oneTabAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(name, work) : work();
}
