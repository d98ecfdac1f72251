import { describe, expect, it } from "vitest";
import type { Term } from "./fit.ts";
import { describePosition } from "./fit-position.ts";
import { describeAnswer, describeTerm } from "./fit-words.ts";

const facts = [
  {
    key: "engine",
    kind: "choice",
    question: "Which engine?",
    unit: null,
    values: [
      { id: 1, label: "1.6" },
      { id: 2, label: "2.0 T" },
    ],
  },
  { key: "built", kind: "date", question: "When was it built?", unit: null, values: [] },
  {
    key: "steering",
    kind: "choice",
    question: "Which side?",
    unit: null,
    values: [
      { id: 7, label: "Left" },
      { id: 8, label: "Right" },
    ],
  },
  { key: "power", kind: "number", question: "How strong?", unit: "kW", values: [] },
  { key: "serial", kind: "serial", question: "Which serial number?", unit: null, values: [] },
  { key: "look:disc", kind: "look", question: "Is the disc 345 mm?", unit: null, values: [] },
];

const cases: [Term, described: string, answer: string][] = [
  [{ fact: "engine", any: [2] }, "engine 2.0 T", "2.0 T"],
  [{ fact: "engine", any: [1, 2] }, "engine 1.6 or 2.0 T", "1.6 or 2.0 T"],
  [{ fact: "engine", none: [1] }, "engine other than 1.6", "Another"],
  [{ fact: "built", to: 20141031 }, "built before November 2014", "Before November 2014"],
  [{ fact: "built", to: 20141231 }, "built before January 2015", "Before January 2015"],
  [{ fact: "built", to: 20141014 }, "built until 14 October 2014", "Until 14 October 2014"],
  [{ fact: "built", from: 20141101 }, "built from November 2014", "From November 2014"],
  [
    { fact: "built", from: 20140310, to: 20160229 },
    "built from 10 March 2014 to February 2016",
    "From 10 March 2014 to February 2016",
  ],
  [{ fact: "power", from: 70 }, "power from 70 kW", "From 70 kW"],
  [{ fact: "serial", series: "K", to: 80_000 }, "serial number K up to 80000", "K up to 80000"],
  [{ fact: "serial", series: "K", from: 7, to: 7 }, "serial number K 7", "K 7"],
  [{ fact: "serial", notSeries: ["K"] }, "serial number not of series K", "Another"],
  [{ fact: "look:disc", any: ["no"] }, "Is the disc 345 mm? No", "No"],
];

describe("a condition in words", () => {
  it.each(cases)("%j", (term, described, answer) => {
    expect([describeTerm(term, facts), describeAnswer(term, facts)]).toEqual([described, answer]);
  });
});

it("a side is the driver's or the other, once it is known where the wheel is", () => {
  const right: Term[] = [{ fact: "steering", any: [8] }];
  expect(describePosition("Front left", right, facts)).toBe("Front left, the passenger's side");
  expect(describePosition("Right", right, facts)).toBe("Right, the driver's side");
  expect(describePosition("Right", [{ fact: "steering", any: [7, 8] }], facts)).toBe("Right");
  expect(describePosition("Front", right, facts)).toBe("Front");
});
