import { expect, it } from "vitest";
import type { OrderPage } from "#contract/order-page.ts";
import { refundOfCancelled } from "./refund-of-lines.ts";

it("is at most what is left of the deposits, and of each line", () => {
  const page = {
    order: {
      lines: [
        { _id: "caliper", quantity: 4, total: 400, refunded: 0 },
        { _id: "deposit", of: "caliper", quantity: 4, total: 160, refunded: 120 },
        { _id: "pads", quantity: 2, total: 60, refunded: 1.64 },
      ],
    },
    refundedPieces: [{ line: "deposit", quantity: 3 }],
  } as OrderPage;
  expect(refundOfCancelled(page, [{ line: "caliper", quantity: 2 }])).toBe(20_000 + 4_000);
  expect(refundOfCancelled(page, [{ line: "pads", quantity: 1 }])).toBe(3_000);
  expect(refundOfCancelled(page, [{ line: "pads", quantity: 2 }])).toBe(5_836);
});
