import { expect, it } from "vitest";
import type { Return } from "#contract/returns.ts";
import type { Resolution } from "#contract/rules/returns.ts";
import { describeClosing, describeReturn, outcomeName, outcomesOf } from "./return-words.ts";

const aReturn = (state: Return["state"], ...resolutions: Resolution[]) =>
  ({
    state,
    lines: resolutions.map((resolution) => ({ resolution, restocked: 1, scrapped: 1 })),
    refund: resolutions.includes("refund") ? { state: "succeeded" } : undefined,
  }) as unknown as Return;

it("promises money only for what is refunded, and says what is still to come", () => {
  expect(describeReturn(aReturn("inspected", "refund"))).toMatch(/Your money comes next\.$/);
  expect(describeReturn(aReturn("inspected", "replace", "refuse"))).toBe(
    "We have looked at the parts. We send you the same again. What we do not take goes back to you.",
  );
  expect(describeReturn(aReturn("closed", "replace"))).toBe("We send you the same again.");
  const outcomes = (["inspected", "closed"] as const).map((state) => {
    const shown = aReturn(state, "refund", "replace", "refuse");
    return shown.lines.map((line) => outcomeName(line, shown));
  });
  expect(outcomes).toEqual([
    ["2 to be refunded", "2 to be replaced", "To be sent back"],
    ["2 refunded", "2 replaced", "Sent back"],
  ]);
});

it("says what closing does with each outcome, and of money only where some is refunded", () => {
  const replaced = aReturn("inspected", "replace", "refuse");
  expect(describeClosing(replaced, false)).toBe(
    "Sets the replacement aside: pack and ship it in the order. What goes back to the customer is not refunded.",
  );
  expect(describeClosing(aReturn("inspected", "refund"), false)).toMatch(/^Refunds the parts/);
  expect(describeClosing(aReturn("inspected", "refund"), true)).toBe("Refunds nothing.");
  const onAccount = { ...aReturn("inspected", "refund"), dueOn: "2026-12-22" };
  expect(describeClosing(onAccount, false)).toBe(
    "Takes the parts with the share of the discounts that they had, off what the company has open for this order.",
  );
});

it("offers to send the same again, but never for an old part", () => {
  expect(Object.keys(outcomesOf("damaged"))).toEqual(["refund", "replace", "refuse"]);
  expect(Object.keys(outcomesOf("core"))).toEqual(["refund", "refuse"]);
});
