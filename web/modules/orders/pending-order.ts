import { type NewOrder, type Order, orderCalls } from "#contract/orders.ts";
import { CallRefused, callInTime, createKey } from "#web/app/call.ts";
import { deleteDraft, readDraft, saveDraft } from "#web/app/forms.ts";

// Until the server confirms an order of a part, all attempts share one key, which it accepts once.

export type OrderInput = Omit<NewOrder, "key" | "car"> & { part: string };
type Sent = OrderInput & Pick<NewOrder, "car">;

export type PendingOrder = {
  key: string;
  at: number;
  placed: boolean;
  sent: Sent[];
};

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

/** For whichever car: the same order for another one is not a second order. */
export function isSameInput(one: OrderInput, other: OrderInput): boolean {
  const { car: _, ...fields }: Sent = { ...one, ...other };
  const names = Object.keys(fields) as (keyof OrderInput)[];
  return names.every((name) => one[name] === other[name]);
}

/** The same input from another tab within this time is a duplicate. */
const duplicateWindowMs = 30_000;
const pendingMaxAgeMs = 24 * 3_600_000;

export type PlaceResult =
  | { is: "placed"; order: Order }
  /** An earlier attempt had succeeded; the current input was not ordered. */
  | { is: "earlier-placed"; order: Order };

/** Outcome unknown; safe to retry. */
export class ResponseLost extends Error {}

/** `formOpenedAt`: when the form was last empty, by this browser's clock. */
export function placeOnce(
  personId: string,
  input: OrderInput,
  formOpenedAt: number,
): Promise<PlaceResult> {
  return withTabLock(lockName(personId, input.part), async () => {
    const last = readPendingOrder(personId, input.part);
    if (!last || !canResume(last, input, formOpenedAt)) {
      return place(personId, input, createPendingOrder());
    }
    const outcome = await place(personId, input, last);
    // Already paid or cancelled, so this is a new order.
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
  return !!last && isUnconfirmed(last);
}

const isUnconfirmed = (last: PendingOrder) =>
  !last.placed && isRecent(last) && last.sent.length > 0;

/** Asks whether it arrived, and sends nothing again. */
export function findUnconfirmedOrder(
  { _id, email }: { _id: string; email: string },
  part: string,
): Promise<Order | undefined> {
  return withTabLock(lockName(_id, part), async () => {
    const last = readPendingOrder(_id, part);
    if (!last || !isUnconfirmed(last)) return undefined;
    const query = { email, key: last.key, state: "all", limit: 1 } as const;
    const [order] = await callInTime(orderCalls.mine, { query });
    if (order) savePendingOrder(_id, part, { ...last, placed: true });
    return order;
  });
}

const lockName = (personId: string, part: string) => `order:${personId}:${part}`;

const createPendingOrder = (): PendingOrder => ({
  key: createKey(),
  at: Date.now(),
  placed: false,
  sent: [],
});

const canResume = (last: PendingOrder, input: OrderInput, formOpenedAt: number) =>
  last.placed ? isDuplicateFromOtherTab(last, input, formOpenedAt) : isRecent(last);

const isRecent = ({ at }: PendingOrder) => Date.now() - at < pendingMaxAgeMs;

const isDuplicateFromOtherTab = (
  { at, sent }: PendingOrder,
  input: OrderInput,
  formOpenedAt: number,
) =>
  Date.now() - at < duplicateWindowMs &&
  at > formOpenedAt &&
  sent.some((other) => isSameInput(other, input));

async function place(
  personId: string,
  input: OrderInput,
  pending: PendingOrder,
): Promise<PlaceResult> {
  const { key, sent } = pending;
  const others = sent.filter((other) => !isSameInput(other, input));
  const earlier = sent.find((other) => isSameInput(other, input));
  // As it was sent at first: for another car, the key would be refused.
  const attempt: Sent = earlier ?? { ...input, ...(await readCar()) };
  // Keep the time at which another tab placed it.
  const at = pending.placed ? pending.at : Date.now();
  const save = (changes: Pick<PendingOrder, "placed" | "sent">) =>
    savePendingOrder(personId, input.part, { key, at, ...changes });

  // Saved before sending, in case of a reload.
  save({ placed: false, sent: [...others, attempt] });
  try {
    const order = await callInTime(orderCalls.place, { body: { ...attempt, key } });
    save({ placed: true, sent: [attempt] });
    return { is: "placed", order };
  } catch (error) {
    if (!isRefusal(error)) throw toResponseLost(error as Error);
    // Rejected before processing (sign-in, rate limit): earlier attempts stay uncertain.
    save({ placed: false, sent: wasProcessed(error) ? others : sent });
    if (error.code !== "key-reused") throw error;
    const order = await findPlacedOrder(key, others);
    deletePendingOrder(personId, input.part);
    if (!order) throw error;
    return { is: "earlier-placed", order };
  }
}

/** An order is not lost because code could not be loaded. */
const readCar = () =>
  import("#web/app/order-car.ts").then(
    ({ carOfOrder }) => carOfOrder(),
    () => ({}),
  );

/** Resends each earlier input, as only the server knows which one has the key. */
async function findPlacedOrder(key: string, sent: Sent[]): Promise<Order | undefined> {
  for (const input of sent) {
    const order = await callInTime(orderCalls.place, { body: { ...input, key } }).catch((error) => {
      if (isRefusal(error)) return undefined;
      throw toResponseLost(error);
    });
    if (order) return order;
  }
  return undefined;
}

const toResponseLost = (cause: Error) => new ResponseLost(cause.message, { cause });

function isRefusal(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.status < 500;
}

const wasProcessed = ({ code }: CallRefused) =>
  ["conflict", "invalid", "not-found", "key-reused"].includes(code);

/** Without locks (plain http) only the key prevents duplicates. */
function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(name, work) : work();
}
