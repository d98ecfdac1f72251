import { Refusal } from "#contract/refusals.ts";
import { type Shipment, shipmentCalls } from "#contract/shipments.ts";
import type { Context } from "#server/context.ts";
import { lockOrder } from "#server/modules/orders/move-order.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { editOrRefuse } from "./edit-shipment.ts";
import { readShipment, shipOrRefuse } from "./ship-order.ts";
import { findShipments } from "./store.ts";

/** Each order in a transaction of its own, so one that cannot be shipped keeps no other back. */
export function shipMany(context: Context): Handler<typeof shipmentCalls.shipMany> {
  const { db, jobs } = context;
  return async ({ body }, caller) => {
    const request = keyedRequest(shipmentCalls.shipMany, { body }, { who: caller.person._id });
    const nothingYet = async () => ({ reply: {}, noted: nothingToAudit });
    const begun = await inTransaction(db, (tx) => once(tx, request, nothingYet));
    if (begun instanceof Refusal) return begun;
    const shipped: Shipment[] = [];
    const left: { order: string; problem: string }[] = [];
    for (const id of new Set(body.orders)) {
      const one = { ...request, key: `${request.key} ${id}`, index: "shipments_request" };
      const done = await retryOnConflict(() =>
        inTransaction(db, async (tx) => {
          const done = await once(tx, one, () => shipAll(context, tx, { id, body, caller }));
          if (done instanceof Refusal) return { problem: done.message, shipped: [] };
          const { ids, problem } = done.reply;
          const shipped: Shipment[] = [];
          for (const each of ids) shipped.push(await readShipment(tx, each));
          return { problem, shipped };
        }),
      );
      jobs.wake();
      shipped.push(...done.shipped);
      if (done.problem !== undefined) left.push({ order: id, problem: done.problem });
    }
    return { reply: { shipped, left }, noted: nothingToAudit };
  };
}

type Input = {
  id: string;
  body: { key: string; carrier?: string | undefined };
  caller: SignedInCaller;
};

/** What is packed, then what is left. */
async function shipAll(
  context: Context,
  tx: Queries,
  { id, body: { key, carrier = "" }, caller }: Input,
) {
  const ids = await shipPacked(context, tx, id, caller);
  const rest = await shipOrRefuse(context, tx, { id, body: { key, carrier }, caller });
  if (!(rest instanceof Refusal)) return answer([...ids, rest.reply.id]);
  return ids.length > 0 ? answer(ids) : answer([], rest.message);
}

const answer = (ids: string[], problem?: string) => ({
  reply: { ids, ...(problem !== undefined && { problem }) },
  noted: nothingToAudit,
});

async function shipPacked(
  context: Context,
  tx: Queries,
  orderId: string,
  caller: SignedInCaller,
): Promise<string[]> {
  // Others wait until this order is shipped.
  await lockOrder(tx, orderId);
  const ids: string[] = [];
  for (const { id, state } of await findShipments(tx, orderId)) {
    if (state !== "packed") continue;
    const done = await editOrRefuse(context, tx, { id, body: { state: "shipped" }, caller });
    if (!(done instanceof Refusal)) ids.push(id);
  }
  return ids;
}
