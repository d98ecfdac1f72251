import { expect, it } from "vitest";
import { nameGoods } from "./name-goods.ts";

it("the goods of an order are counted with the part they are of, or all together", () => {
  const [part, delivery] = [{ kind: "part" }, { kind: "delivery" }];
  const one = { productName: "Disc", quantity: 2, lines: [part, delivery] };
  expect(nameGoods(one)).toBe("2 × Disc");
  const two = { productName: "Disc and 1 more", quantity: 1_200, lines: [part, part, delivery] };
  expect(nameGoods(two, (count) => count.toLocaleString("en"))).toBe(
    "Disc and 1 more, 1,200 pieces",
  );
});
