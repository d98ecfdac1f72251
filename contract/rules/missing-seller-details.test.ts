import { expect, it } from "vitest";
import { chargesTax, missingSellerDetails } from "./missing-seller-details.ts";

const whole = { name: "Gears Ltd.", address: "12 Mirpur Road\nDhaka", vatId: "BD123456789" };

it.each([
  [{}, true, []],
  [{ vatId: "" }, false, []],
  [{ vatId: "" }, true, ["vatId"]],
  [{ name: " " }, false, ["name"]],
  [{ address: "\n" }, false, ["address"]],
  [{ name: "", address: "", vatId: "" }, true, ["name", "address", "vatId"]],
])("of %j, where tax is charged: %j, documents lack %j", (given, isCharged, missing) => {
  expect(missingSellerDetails({ ...whole, ...given }, { chargesTax: isCharged })).toEqual(missing);
});

it("knows tax by its rates", () => {
  expect(
    [[], [{ rateBp: 0 }], [{ rateBp: 0 }, { rateBp: 1 }]].map((rates) => chargesTax({ rates })),
  ).toEqual([false, false, true]);
});
