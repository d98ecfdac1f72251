import { expect, it } from "vitest";
import { toLine } from "./inspect-form.tsx";

it("keeps money for loss of value only from a refund", () => {
  const entry = { condition: "used", restock: "1", scrap: "0", deduct: "5" } as const;
  const deducts = (["refund", "replace", "refuse"] as const).map(
    (resolution) => toLine("one", { ...entry, resolution })[0]?.deduct,
  );
  expect(deducts).toEqual([5, undefined, undefined]);
});
