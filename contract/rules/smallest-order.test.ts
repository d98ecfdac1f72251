import { expect, it } from "vitest";
import { describeSmallestOrder, smallestOrder } from "./smallest-order.ts";

const part = { minimumQuantity: 1, availablQuantity: 10, packOf: 1 };

it("is one more than the minimum, counted in packs", () => {
  expect(smallestOrder(part)).toEqual({ quantity: 2, pieces: 2 });
  expect(smallestOrder({ ...part, packOf: 4 })).toEqual({ quantity: 2, pieces: 8 });
});

it("is said before anybody tries less", () => {
  expect(describeSmallestOrder(part)).toBe("from 2");
  expect(describeSmallestOrder({ ...part, packOf: 4 })).toBe("from 2 packs of 4");
  expect(describeSmallestOrder({ ...part, minimumQuantity: 0, packOf: 4 })).toBe(
    "from 1 pack of 4",
  );
});
