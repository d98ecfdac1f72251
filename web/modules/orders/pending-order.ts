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
const inMemory = new Map<string, PendingOrder>();

export function readPendingOrder(personId: string, part: string): PendingOrder | undefined {
  const { pending } = readDraft(draftName(part), personId, "all tabs");
  return pending ? JSON.parse(pending) : inMemory.get(personId + part);
}

export function savePendingOrder(personId: string, part: string, pending: PendingOrder): void {
  inMemory.set(personId + part, pending);
  saveDraft(draftName(part), personId, { pending: JSON.stringify(pending) }, "all tabs");
}

export function deletePendingOrder(personId: string, part: string): void {
  inMemory.delete(personId + part);
  deleteDraft(draftName(part), "all tabs");
}

const draftName = (part: string) => `attempt:${part}`;

export function isSameInput(one: OrderInput, other: OrderInput): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof OrderInput)[];
  return names.every((name) => one[name] === other[name]);
}

// Places an order once, even when it is sent twice, after a lost response, or from two tabs.

/** Two tabs with the same form count as one for this long. */
const twoTabsMs = 30_000;
/** Older unconfirmed orders are ignored. */
const maxAgeMs = 24 * 3_600_000;

export type PlaceResult =
  | { is: "placed"; order: Order }
  /** An earlier input had been received; the current one is not ordered. */
  | { is: "earlier-placed"; order: Order };

/** It is unknown whether the order arrived; sending it again is safe. */
export class ResponseLost extends Error {}

/** `openSince`: when this form was empty, by this browser's clock. */
export function placeOnce(
  personId: string,
  input: OrderInput,
  openSince: number,
): Promise<PlaceResult> {
  return withTabLock(`order:${personId}:${input.part}`, async () => {
    const last = readPendingOrder(personId, input.part);
    const isContinued =
      last && (last.placed ? isFromOtherTab(last, input, openSince) : isRecent(last));
    if (!last || !isContinued) return place(personId, input, createPendingOrder());
    const outcome = await place(personId, input, last);
    // It was paid or cancelled meanwhile, so this is a new order.
    const isFinished = outcome.is === "placed" && outcome.order.state !== "unpaid";
    return isFinished ? place(personId, input, createPendingOrder()) : outcome;
  });
}

export function mayAlreadyBePlaced(personId: string, input: OrderInput): boolean {
  const last = readPendingOrder(personId, input.part);
  return (
    !!last && !last.placed && isRecent(last) && last.sent.some((sent) => isSameInput(sent, input))
  );
}

export function hasUnconfirmedOrder(personId: string, part: string): boolean {
  const last = readPendingOrder(personId, part);
  return !!last && !last.placed && isRecent(last) && last.sent.length > 0;
}

const createPendingOrder = (): PendingOrder => ({
  key: createKey(),
  at: Date.now(),
  placed: false,
  sent: [],
});

const isRecent = ({ at }: PendingOrder) => Date.now() - at < maxAgeMs;

const isFromOtherTab = ({ at, sent }: PendingOrder, input: OrderInput, openSince: number) =>
  Date.now() - at < twoTabsMs && at > openSince && sent.some((other) => isSameInput(other, input));

async function place(
  personId: string,
  input: OrderInput,
  pending: PendingOrder,
): Promise<PlaceResult> {
  const { key, sent } = pending;
  const others = sent.filter((other) => !isSameInput(other, input));
  // A form filled in after another tab placed the order is another order.
  const at = pending.placed ? pending.at : Date.now();
  const save = (now: Pick<PendingOrder, "placed" | "sent">) =>
    savePendingOrder(personId, input.part, { key, at, ...now });

  // Stored before sending: the page may be gone before the response arrives.
  save({ placed: false, sent: [...others, input] });
  try {
    const order = await callInTime(orderCalls.place, { body: { ...input, key } });
    save({ placed: true, sent: [input] });
    return { is: "placed", order };
  } catch (error) {
    if (!isRefusal(error)) throw new ResponseLost((error as Error).message);
    // Rejected before the order was looked at, it says nothing of earlier attempts.
    save({ placed: false, sent: wasProcessed(error) ? others : sent });
    if (error.code !== "key-reused") throw error;
    const order = await findPlacedOrder(key, others);
    deletePendingOrder(personId, input.part);
    if (!order) throw error;
    return { is: "earlier-placed", order };
  }
}

/** The key belongs to an order; only the server knows which input it was. */
async function findPlacedOrder(key: string, sent: OrderInput[]): Promise<Order | undefined> {
  for (const input of sent) {
    const order = await callInTime(orderCalls.place, { body: { ...input, key } }).catch((error) => {
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

const wasProcessed = ({ code }: CallRefused) =>
  ["conflict", "invalid", "not-found", "key-reused"].includes(code);

/** Without locks (plain http) the key alone must do. */
function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(name, work) : work();
}
