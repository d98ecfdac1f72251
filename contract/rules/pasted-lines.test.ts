import fc from "fast-check";
import { expect, it } from "vitest";
import { readPastedLine, splitPasted } from "./pasted-lines.ts";

it.each([
  ["PW-1042", "PW-1042", 1],
  ["PW-1042 4", "PW-1042", 4],
  ["PW-1042\t40", "PW-1042", 40],
  ["PW-1042;4", "PW-1042", 4],
  ["PW-1042, 400", "PW-1042", 400],
  ["PW-1042 x 4", "PW-1042", 4],
  ["PW-1042 x4", "PW-1042", 4],
  ["4 x PW-1042", "PW-1042", 4],
  ["12 × 8V0 615 301 A", "8V0 615 301 A", 12],
  ["8V0 615 301 A 2", "8V0 615 301 A", 2],
  ["8V0 615 301", "8V0 615 301", 1],
  ["8V0 615 301;300", "8V0 615 301", 300],
  ["34116794300", "34116794300", 1],
  ['"PW-1042";"4"', "PW-1042", 4],
  ["PW-1042 4 pcs", "PW-1042", 4],
  ["PW-1042 0", "PW-1042", 1],
])("%j is %s, %i pieces", (line, number, quantity) => {
  expect(readPastedLine(line)).toEqual({ number, quantity });
});

it("every line is some number and a quantity", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
      for (const line of splitPasted(text)) {
        const { quantity } = readPastedLine(line);
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 1_000_000).toBe(true);
      }
    }),
  );
});
