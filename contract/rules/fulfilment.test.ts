import fc from "fast-check";
import { expect, it } from "vitest";
import { deriveFulfilment, unshippedPieces } from "./fulfilment.ts";
import { shippedProblem } from "./order-states.ts";

const line = fc
  .record({ quantity: fc.integer({ min: 1, max: 9 }), sent: fc.nat(9), back: fc.nat(9) })
  .map(({ quantity, sent, back }) => {
    const shipped = Math.min(quantity, sent);
    const counters = { cancelled: 0, lost: 0, replaced: 0 };
    return { kind: "part", quantity, shipped, returned: Math.min(shipped, back), ...counters };
  });
const delivery = {
  kind: "delivery",
  quantity: 1,
  cancelled: 0,
  shipped: 0,
  returned: 0,
  lost: 0,
  replaced: 0,
};

it("is not delivered where all pieces were lost", () => {
  const lost = {
    kind: "part",
    quantity: 2,
    shipped: 2,
    returned: 0,
    cancelled: 0,
    lost: 2,
    replaced: 0,
  };
  expect(deriveFulfilment([lost], { packed: 0, delivered: 0 })).toBe("shipped");
  const half = { ...lost, lost: 1 };
  expect(deriveFulfilment([half], { packed: 0, delivered: 1 })).toBe("delivered");
});

it("is shipped exactly when no piece is left, and can be cancelled exactly when none is sent", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.nat(3),
      fc.nat(40),
      (lines, packed, arrived) => {
        const sum = (count: (each: (typeof lines)[number]) => number) =>
          lines.reduce((pieces, each) => pieces + count(each), 0);
        const shipped = sum((each) => each.shipped);
        const delivered = Math.min(shipped, arrived);
        const state = deriveFulfilment([...lines, delivery], { packed, delivered });
        expect(shippedProblem(state) === undefined).toBe(shipped === 0);
        const none = packed > 0 ? "packed" : "none";
        const arrivedOrNot = delivered === shipped ? "delivered" : "shipped";
        const isBack = sum((each) => each.returned) === shipped;
        const all = isBack ? "returned" : arrivedOrNot;
        const some = sum(unshippedPieces) > 0 ? "partly_shipped" : all;
        expect(state).toBe(shipped === 0 ? none : some);
      },
    ),
  );
});
