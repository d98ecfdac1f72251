import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { AddressCorrection, orderDeskCalls } from "#contract/order-desk.ts";
import { Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { formatAddress } from "#contract/rules/format-address.ts";
import {
  closedStates,
  type FulfilmentState,
  type OrderState,
  shippedProblem,
} from "#contract/rules/order-states.ts";
import { placeChangeProblem } from "#contract/rules/place-change.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import type { Undo, Undoes, Undone } from "#server/platform/audit/handlers.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import {
  destinationOf,
  findCorrection,
  isUndoKept,
  keepCorrection,
} from "./corrected-addresses.ts";
import { type LockedOrder, lockOrder } from "./move-order.ts";
import { storeNote } from "./note-store.ts";
import { storeOrderEvent } from "./order-event.ts";
import { noSuchOrder } from "./refusals.ts";
import { presentOne } from "./store.ts";
import { type Destination, orders } from "./tables.ts";

export function correctAddress(context: Context): Handler<typeof orderDeskCalls.correctAddress> {
  return async ({ params: { id }, body }, caller) => {
    const settings = await context.settings();
    return retryOnConflict(() =>
      inTransaction(context.db, async (tx) => {
        const order = await lockOrder(tx, id);
        if (!order) return noSuchOrder;
        const changes = addressProblem(order) ?? toAddress(order, body);
        if (changes instanceof Refusal) return changes;
        if (isCorrectedSince(order, body.expected, changes)) {
          const { name, phone, address } = order;
          return refuseWithPresent("conflict", correctedMeanwhile, { name, phone, address });
        }
        const problem = placeProblem(settings, order, changes);
        return problem ?? saveIfChanged({ tx, caller }, order, changes);
      }),
    );
  };
}

/**
 * The amounts of an order never change, so the new place must be in the same delivery zone and be
 * taxed the same. An order that is collected, or was priced without a place, costs the same anywhere.
 */
function placeProblem(settings: Settings, order: LockedOrder, { shipTo: after }: Destination) {
  const { shipTo: before, billTo, vatId, taxMode, createdAt, delivery, lines } = order;
  if (!before || !after || delivery.kind === "collection") return undefined;
  const goods = {
    placedAt: createdAt.getTime(),
    vatId,
    isVatChecked: taxMode === "reverse",
    payer: (billTo ?? before).country,
    taxClasses: lines.map(({ taxClass }) => taxClass),
  };
  const problem = placeChangeProblem(settings, goods, [before, after]);
  return problem === undefined ? undefined : refuse("conflict", problem);
}

const correctedMeanwhile = "Somebody else has corrected this address meanwhile. Nothing was saved.";

const written = ({ name, phone, address }: Omit<Destination, "shipTo">) => [name, phone, address];

function isCorrectedSince(
  order: LockedOrder,
  expected: AddressCorrection["expected"],
  wanted: Destination,
): boolean {
  if (expected === undefined) return false;
  return [expected, wanted].every((each) => !isDeepStrictEqual(written(each), written(order)));
}

const notKept = refuse(
  "conflict",
  "The address before is no longer kept. Please correct the address on the page of the order.",
);
const correctedSince = refuse(
  "conflict",
  "This address has been corrected again since. Nothing was undone.",
);

const undoAddress: Undo = async (db, caller, { _id, about }) => {
  const { values } = await readSettings(db);
  return retryOnConflict(() =>
    inTransaction(db, async (tx): Promise<Undone> => {
      const order = await lockOrder(tx, about);
      if (!order) return noSuchOrder;
      const problem = addressProblem(order);
      if (problem) return refuse("conflict", problem.message);
      const correction = await findCorrection(tx, _id);
      if (!correction) return notKept;
      const { before, after } = correction;
      if (!isDeepStrictEqual(destinationOf(order), after)) return correctedSince;
      const elsewhere = placeProblem(values, order, before);
      if (elsewhere) return elsewhere;
      const change = { action: "undo-address", order, after: before } as const;
      return { reply: undefined, noted: await save({ tx, caller }, newId(), change) };
    }),
  );
};

export const addressUndoes: Undoes = {
  "correct-address": undoAddress,
  "undo-address": undoAddress,
};

type Saving = { tx: Queries; caller: SignedInCaller };
type Change = {
  action: "correct-address" | "undo-address";
  order: LockedOrder;
  after: Destination;
};

async function saveIfChanged(saving: Saving, order: LockedOrder, after: Destination) {
  const reply = await presentOne(saving.tx, { ...order, ...after });
  if (isDeepStrictEqual(after, destinationOf(order))) return { reply, noted: nothingToAudit };
  const auditId = newId();
  const noted = await save(saving, auditId, { action: "correct-address", order, after });
  return { reply: { ...reply, ...(isUndoKept(order) && { auditId }) }, noted };
}

async function save({ tx, caller }: Saving, entry: string, { action, order, after }: Change) {
  const { id } = order;
  await tx.update(orders).set(after).where(eq(orders.id, id));
  await keepCorrection(tx, { id: entry, order, after });
  await storeNote(tx, { orderId: id, kind: "address", byUser: caller.person._id, text: "" });
  await storeOrderEvent(tx, "order.address-corrected", order);
  return recordAction(tx, caller, { id: entry, action, about: id });
}

function addressProblem({ state, fulfilmentState }: LockedOrder) {
  if ((closedStates as readonly OrderState[]).includes(state)) {
    return refuse("conflict", "This order was cancelled, so its address cannot be changed.");
  }
  return shippedProblem(fulfilmentState as FulfilmentState) === undefined
    ? undefined
    : refuse(
        "shipped",
        "Part of this order has been shipped already, so its address can no longer be changed.",
      );
}

function toAddress(
  { shipTo }: LockedOrder,
  { name, phone, address, place }: AddressCorrection,
): Refusal<"invalid"> | Destination {
  if (!shipTo) {
    return address ? { name, phone, address, shipTo } : missing("address", "Address is Required");
  }
  if (!place) return missing("place", "Street and City are Required");
  const corrected = { ...shipTo, name, phone, ...place };
  return { name, phone, address: formatAddress(corrected), shipTo: corrected };
}

function missing(field: string, message: string) {
  return refuse("invalid", "Some of what was sent is not right.", { [field]: message });
}
