import { type Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import type { Return } from "#contract/returns.ts";
import { moverOf } from "#contract/rules/order-states.ts";
import { type ReturnMove, returnMoveProblem } from "#contract/rules/returns.ts";
import type { Context } from "#server/context.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findReturn, presentReturn, type StoredReturn } from "./store.ts";

/** The same for a missing return and someone else's. */
export const noSuchReturn = refuse("not-found", "There is no such return.");

type Change = { id: string; move: ReturnMove; caller: SignedInCaller; version?: number };
export type LockedReturn = { tx: Queries; order: LockedOrder; found: StoredReturn };
type Locked = LockedReturn & { address: string };

/** Each change of a return goes through this: with its order locked, and only from a state that allows it. */
export async function changeLocked<Result>(
  context: Context,
  { id, move, caller, version }: Change,
  work: (locked: Locked) => Promise<Result>,
): Promise<Result | Refusal<"not-found" | "conflict">> {
  const { address } = (await context.settings()).returns;
  return retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const before = await findReturn(tx, { id });
      const order = before && (await lockOrder(tx, before.orderId));
      // As it is now that nobody else changes it.
      const found = order && (await findReturn(tx, { id }));
      if (!found || !moverOf(caller.person, order)) return noSuchReturn;
      if (version !== undefined && version !== found.version) {
        return changedMeanwhile(await presentReturn(tx, found, address));
      }
      const problem = returnMoveProblem(move, found.state);
      if (problem) return refuse("conflict", problem);
      return work({ tx, order, found, address });
    }),
  );
}

function changedMeanwhile(present: Return) {
  const message = "Somebody else has changed this return since you opened it.";
  return refuseWithPresent("conflict", message, present);
}
