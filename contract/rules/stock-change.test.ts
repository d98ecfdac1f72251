import fc from "fast-check";
import { expect, it } from "vitest";
import { readStockChange, stockDifference, stockReasons } from "./stock-change.ts";

const pieces = fc.integer({ min: 1, max: 1_000_000_000 });
const onHand = fc.nat(1_000_000_000);
const reasons = fc.constantFrom(...stockReasons);
const spelled = (count: number) =>
  fc.constantFrom(
    `${count}`,
    ` ${count} `,
    count.toLocaleString("en-US"),
    count.toLocaleString("de-DE"),
  );

it("reads by the sign what happened, whatever was chosen", () => {
  fc.assert(
    fc.property(
      pieces.chain((count) => fc.tuple(fc.constant(count), spelled(count))),
      onHand,
      reasons,
      ([count, text], there, chosen) => {
        const after = (sign: string) => {
          const read = readStockChange(sign + text, chosen);
          return "problem" in read ? read.problem : there + stockDifference(read, there);
        };
        expect(["+", "-", "=", "\u2212"].map(after)).toEqual([
          there + count,
          there - count,
          count,
          there - count,
        ]);
      },
    ),
  );
});

it("reads a bare figure as what was chosen", () => {
  fc.assert(
    fc.property(pieces, reasons, (count, reason) => {
      expect(readStockChange(`${count}`, reason)).toEqual({ reason, pieces: count });
    }),
  );
});

it("keeps a return a return, and counts nothing as nothing", () => {
  expect(readStockChange("+2", "return")).toEqual({ reason: "return", pieces: 2 });
  expect(readStockChange("=0", "delivery")).toEqual({ reason: "count", pieces: 0 });
});

it.each([
  "",
  "+",
  "0",
  "-0",
  "1.5",
  "1,5",
  "++2",
  "2-",
  "4.35E+10",
  "ten",
  "=-3",
  "12,34",
  "1000000001",
  "9".repeat(11),
])("refuses %j", (text) => {
  expect(readStockChange(text, "delivery")).toEqual({ problem: expect.any(String) });
});
