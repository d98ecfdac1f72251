// Each state, each move and each person against the table of moves.

import { expect, it, onTestFinished } from "vitest";
import {
  type MoveName,
  type Mover,
  movers,
  orderMoves,
  type PaymentState,
  paymentStates,
  toOrderState,
} from "#contract/rules/order-states.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { connect } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openOrders } from "#tests/orders-without-http.ts";
import { lockOrder, moveOrder } from "./move-order.ts";

const undone = new Error("Undone");
const isPaid = (state: PaymentState) => ["paid", "refunding", "refunded"].includes(state);
const names = Object.keys(orderMoves) as MoveName[];

async function openOrder() {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  const user = { email: "vera@example.org", name: "Vera", role: "customer" } as const;
  const person = { _id: (await addUser(db, { ...user, passwordHash: null })) ?? "" };
  const added = aPart({ availablQuantity: 10, minimumQuantity: 1, priceCents: 500 });
  const part = await addPart(db, added);
  const place = openOrders(db, { RESERVATION_FACTOR: 1 });
  const placed = await place(person, {
    name: "Vera",
    email: user.email,
    phone: "",
    address: "",
    productName: added.name,
    quantity: 2,
    totalPrice: 10,
    part,
    key: newId(),
  });
  if (!("_id" in placed)) throw new Error(placed.message);
  return { db, id: placed._id };
}

it("is made from the states and by those that the table names, and by nobody else", async () => {
  const { db, id } = await openOrder();
  const transactionId = `pi_${id}`;
  const paymentOf = (state: PaymentState) => ({
    ...((isPaid(state) || state === "account") && { transactionId }),
    ...(state === "account" && { dueOn: "2026-12-31" }),
  });
  /** The state after it, or undefined where it was refused; nothing is kept. */
  const tryMove = async (state: PaymentState, name: MoveName, by: Mover) => {
    let after: string | null | undefined;
    const trying = inTransaction(db, async (tx) => {
      const paid = { ...paymentOf(state), ...(isPaid(state) && { paidAt: new Date() }) };
      const states = { paymentState: state, state: toOrderState(state) };
      await changeOrder(tx, { _id: id }, { ...states, ...paid });
      const order = await lockOrder(tx, id);
      if (!order) throw new Error("The order is gone");
      await moveOrder(tx, order, { name, by }, paymentOf(orderMoves[name].to));
      after = (await lockOrder(tx, id))?.paymentState;
      throw undone;
    });
    const refusal = await trying.catch((error) => error);
    if (refusal !== undone) expect(refusal.message).toContain(`no move "${name}" by the ${by}`);
    return after;
  };
  const wrong: string[] = [];
  for (const state of paymentStates)
    for (const name of names)
      for (const by of movers) {
        const { from, to, by: allowed } = orderMoves[name];
        const may = [from, allowed].every((list, at) =>
          (list as readonly string[]).includes([state, by][at] ?? ""),
        );
        const after = await tryMove(state, name, by);
        if (after !== (may ? to : undefined)) wrong.push(`${state}, ${name}, ${by}: ${after}`);
      }
  expect(wrong).toEqual([]);
});
