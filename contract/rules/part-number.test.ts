import { expect, it } from "vitest";
import { normalizePartNumber, ownNumberProblem, partNumberProblem } from "./part-number.ts";

it.each([
  ["8v0 615-301 a", "8V0615301A"],
  ["55c+40c+H282", "55C40CH282"],
  ["А203 421", "A203421"],
  ["0012", "0012"],
  ["Öl-1", "OL1"],
  ["😀", ""],
])("reads %s as %s", (written, norm) => {
  expect(normalizePartNumber(written)).toBe(norm);
});

it("tells O from 0 and I from 1", () => {
  expect(normalizePartNumber("O1")).not.toBe(normalizePartNumber("01"));
  expect(normalizePartNumber("I1")).not.toBe(normalizePartNumber("11"));
});

it("has 2 to 40 letters and digits, and in an address nothing odd", () => {
  expect(partNumberProblem("A-")).toContain("at least two");
  expect(partNumberProblem("A".repeat(41))).toContain("at most 40");
  expect(ownNumberProblem("PW-104.312 b")).toBeUndefined();
  for (const odd of ["8V0/615", " PW-1", "PW-1?", "ПВ-12"]) {
    expect(ownNumberProblem(odd)).toContain("only letters");
  }
});
