// Places an order once, however often it is sent: pressed twice, sent anew after an answer that
// was lost or a reload in the middle, or sent from two tabs with the same form.
import type { Order } from "#contract/orders.ts";
import { CallRefused } from "#web/app/call.ts";
import { createKey } from "#web/app/create-key.ts";
import { sendOrder } from "./calls.ts";
import {
  deletePendingOrder,
  isSameInput,
  type OrderInput,
  type PendingOrder,
  readPendingOrder,
  savePendingOrder,
} from "./pending-order.ts";

/** A form that was open already when another tab sent the same is the same form, for so long. */
const twoTabs = 30_000;
/** What was sent longer ago is history: who orders then orders anew. */
const history = 24 * 3_600_000;
const patience = 20_000;

export type PlaceResult =
  | { is: "placed"; order: Order }
  /** What was sent before and seemed lost had arrived; what was wished now is not ordered. */
  | { is: "earlier-placed"; order: Order };

/** Nobody knows whether the order arrived. To send it again is right, and orders it once. */
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
    // It went on to be paid or cancelled, so it is not what somebody orders now.
    const isPast = outcome.is === "placed" && outcome.order.state !== "unpaid";
    return isPast ? place(personId, wish, freshAttempt()) : outcome;
  });
}

/** Whether just this was sent, and may be an order already. */
export function mayAlreadyBePlaced(personId: string, wish: OrderInput): boolean {
  const last = readPendingOrder(personId, wish.part);
  return (
    !!last && !last.placed && isRecent(last) && last.sent.some((sent) => isSameInput(sent, wish))
  );
}

/** Whether something was sent of which nobody knows whether it arrived. */
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
  // What another tab placed was placed then; a form that was filled in since is another.
  const at = attempt.placed ? attempt.at : Date.now();
  const keep = (now: Pick<PendingOrder, "placed" | "sent">) =>
    savePendingOrder(personId, wish.part, { key, at, ...now });

  // Kept before it is sent: the page may be gone before the answer comes.
  keep({ placed: false, sent: [...others, wish] });
  try {
    const order = await sendInTime({ ...wish, key });
    keep({ placed: true, sent: [wish] });
    return { is: "placed", order };
  } catch (error) {
    if (!isRefusal(error)) throw new ResponseLost((error as Error).message);
    // Refused at the door, it says nothing of what was sent before.
    keep({ placed: false, sent: wasLookedAt(error) ? others : sent });
    if (error.code !== "key-reused") throw error;
    const order = await whatWasPlaced(key, others);
    deletePendingOrder(personId, wish.part);
    if (!order) throw error;
    return { is: "earlier-placed", order };
  }
}

/** The key is an order's already. Which of those that were sent by it, the shop alone knows. */
async function whatWasPlaced(key: string, sent: OrderInput[]): Promise<Order | undefined> {
  for (const wish of sent) {
    const order = await sendInTime({ ...wish, key }).catch((error) => {
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

async function sendInTime(order: OrderInput & { key: string }): Promise<Order> {
  const signal = AbortSignal.timeout(patience);
  return sendOrder(order, signal).catch((error) => {
    throw signal.aborted ? new Error("The shop did not answer in time. Please try again.") : error;
  });
}

/** Tabs wait for each other's answer. Without locks (plain http) the key alone must do. */
function oneTabAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(name, work) : work();
}
