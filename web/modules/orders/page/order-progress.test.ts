import { expect, it } from "vitest";
import type { OrderPage } from "#contract/order-page.ts";
import { describeNext } from "./order-progress.tsx";

const partlyReady = (shipped: number, state: "shipped" | "delivered") =>
  ({
    order: {
      payment: "paid",
      fulfilment: "partly_shipped",
      isCollection: true,
      lines: [{ kind: "part", quantity: 3, cancelled: 0, shipped, replaced: 0 }],
    },
    parcels: [{ state }],
    steps: [],
  }) as unknown as OrderPage;

it("counts one piece and several that are ready for collection", () => {
  const titles = ([1, 2] as const).flatMap((shipped) =>
    (["shipped", "delivered"] as const).map((state) => describeNext(partlyReady(shipped, state))),
  );
  expect(titles.map(({ title }) => title)).toEqual([
    "1 of 3 pieces is ready for collection",
    "1 of 3 pieces was collected",
    "2 of 3 pieces are ready for collection",
    "2 of 3 pieces were collected",
  ]);
});
