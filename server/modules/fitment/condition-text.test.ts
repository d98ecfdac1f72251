import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalTerms, type Term } from "#contract/rules/fit.ts";
import { conditionKey, readConditions, writeConditions } from "./condition-text.ts";
import type { FactWithSlugs } from "./read-all-facts.ts";

const fact = (key: string, kind: FactWithSlugs["kind"], labels: string[] = []): FactWithSlugs => ({
  key,
  kind,
  question: `Which ${key}?`,
  whereToLook: "",
  effort: 1,
  unit: null,
  values: labels.map((label, at) => ({
    id: at + 1,
    label,
    slug: `${label}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
  })),
});
const facts = [
  fact("engine", "choice", ["2.0 T", "1.6", "V6"]),
  { ...fact("body", "choice"), values: [{ id: 9, label: "Van; long|high", slug: "lv" }] },
  fact("built", "date"),
  fact("width", "number"),
  fact("serial", "serial"),
  fact("look:disc", "look"),
];

const span = (end: fc.Arbitrary<number>) =>
  fc
    .tuple(end, end)
    .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }));
const day = fc.constantFrom(20120101, 20141031, 20200229);
const some = <Value>(values: Value[]) => fc.subarray(values, { minLength: 1 });
const term: fc.Arbitrary<Term> = fc.oneof(
  some([1, 2, 3]).map((any) => ({ fact: "engine", any })),
  some([1, 2, 3]).map((none) => ({ fact: "engine", none })),
  fc.constant({ fact: "body", any: [9] }),
  span(day).map((ends) => ({ fact: "built", ...ends })),
  day.map((from) => ({ fact: "built", from })),
  span(fc.nat(500)).map((ends) => ({ fact: "width", ...ends })),
  fc.nat(90_000).map((to) => ({ fact: "serial", series: "V8", to })),
  some(["V8", "K"]).map((notSeries) => ({ fact: "serial", notSeries })),
  fc.constantFrom("yes", "no").map((answer) => ({ fact: "look:disc", any: [answer] })),
);

it("conditions that were written are read as they were", () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 6 }), (given) => {
      const terms = canonicalTerms(given);
      const text = writeConditions(terms, facts);
      const read = readConditions(text, facts);
      expect(read).toHaveProperty("terms");
      expect(canonicalTerms("terms" in read ? read.terms : [])).toEqual(terms);
      const spaced = text
        .replaceAll("|", " | ")
        .replaceAll("=", " = ")
        .replaceAll("2.0 T", "2-0-T");
      expect(conditionKey(spaced)).toBe(conditionKey(text));
    }),
  );
});

it.each([
  ["engine", "“engine” is no condition"],
  ["engine=1.6|", "“engine=1.6|” has an empty answer"],
  ["horn=1", "There is no fact “horn”"],
  ["engine=3.0", "Which engine? has no answer “3.0”"],
  ["built=2014-11..", "“2014-11..” is no span such as 2014-01-01..2014-10-31"],
  ["width=1..2|3..4", "Which width? takes one span, such as 10..20"],
  ["serial=V8:x", "“V8:x” is no span of serial numbers"],
])("%s is refused", (text, problem) => {
  expect(readConditions(text, facts)).toEqual({ problem });
});
