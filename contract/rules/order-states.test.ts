import fc from "fast-check";
import { expect, it } from "vitest";
import { closedStates, openStates, orderMoves, orderStates } from "./order-states.ts";

const moves = Object.values(orderMoves);

it("an order never comes back to a state that it has left", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 12 }), (tried) => {
      const seen: string[] = ["unpaid"];
      for (const { from, to } of tried) if (seen.at(-1) === from) seen.push(to);
      expect(new Set(seen).size).toBe(seen.length);
    }),
  );
});

it("every state is open or closed, and can be reached", () => {
  expect([...openStates, ...closedStates].toSorted()).toEqual(orderStates.toSorted());
  const reached = new Set(["unpaid", ...moves.map(({ to }) => to)]);
  expect([...reached].toSorted()).toEqual(orderStates.toSorted());
});

it("no customer makes an order paid or refunded", () => {
  for (const { to, by } of moves)
    if (to === "paid" || to === "refunded") expect(by).not.toContain("owner");
});
