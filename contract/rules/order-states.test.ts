import fc from "fast-check";
import { expect, it } from "vitest";
import {
  closedStates,
  moverOf,
  openStates,
  orderMoves,
  orderStates,
  type PaymentState,
  paymentStates,
  shippedProblem,
  toOrderState,
} from "./order-states.ts";

const moves = Object.values(orderMoves);
const { reopen: _, ...forward } = orderMoves;

it("an order never comes back to a state that it has left, unless a receipt is taken back", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...Object.values(forward)), { maxLength: 12 }),
      (tried) => {
        let state: PaymentState = "unpaid";
        const seen = ["unpaid"];
        for (const { from, to } of tried) {
          if (!(from as readonly PaymentState[]).includes(state)) continue;
          state = to;
          if (toOrderState(to) !== seen.at(-1)) seen.push(toOrderState(to));
        }
        expect(new Set(seen).size).toBe(seen.length);
      },
    ),
  );
});

it("every state is open or closed, and can be reached", () => {
  expect([...openStates, ...closedStates].toSorted()).toEqual(orderStates.toSorted());
  const reached = new Set(["unpaid", ...moves.map(({ to }) => to)]);
  expect([...reached].toSorted()).toEqual(paymentStates.toSorted());
});

it("no customer makes an order paid or refunded", () => {
  for (const { to, by } of moves)
    if (to === "paid" || to === "refunded") expect(by).not.toContain("owner");
});

it("a person moves their own orders, an admin anybody's, a stranger none", () => {
  const order = { userId: "vera" };
  expect(moverOf({ _id: "vera" }, order)).toBe("owner");
  expect(moverOf({ _id: "bo" }, order)).toBeUndefined();
  expect(moverOf({ _id: "bo", role: "admin" }, order)).toBe("admin");
  // Of an account that was deleted.
  expect(moverOf({ _id: "vera" }, { userId: null })).toBeUndefined();
});

it("what is on its way can be returned, and what has come back cannot be returned again", () => {
  expect(shippedProblem("packed")).toBeUndefined();
  expect(shippedProblem("shipped")).toMatch(/You can return it\.$/);
  expect(shippedProblem("returned")).toBe(
    "This order has come back, so it can no longer be cancelled.",
  );
});
