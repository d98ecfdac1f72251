import { describe, expect, it } from "vitest";
import type { Term } from "./fit.ts";
import { describePosition } from "./fit-position.ts";
import { describeAnswer, describeMisfit, describeTerm } from "./fit-words.ts";

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
  {
    key: "body",
    kind: "choice",
    question: "Which body?",
    unit: null,
    values: [
      { id: 3, label: "Wagon" },
      { id: 4, label: "Hatchback" },
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
  [{ fact: "built", from: 20141001, to: 20141031 }, "built in October 2014", "In October 2014"],
  [
    { fact: "built", from: 20141001, to: 20141130 },
    "built from October 2014 to November 2014",
    "From October 2014 to November 2014",
  ],
  [
    { fact: "built", from: 20141001, to: 20141014 },
    "built from 1 to 14 October 2014",
    "From 1 to 14 October 2014",
  ],
  [
    { fact: "built", from: 20141031, to: 20141031 },
    "built on 31 October 2014",
    "On 31 October 2014",
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

describe("why a part does not fit", () => {
  const any = (fact: string, ...values: number[]): Term => ({ fact, any: values });
  const against = (needs: Term, ...has: Term[]) => ({ needs, has });
  const turbo = against(any("engine", 1), any("engine", 2));
  const wagon = against(any("body", 3), any("body", 4));

  it("names alternatives as such, and the car beside them", () => {
    const listed = [
      [any("body", 3), any("engine", 2)],
      [any("body", 4), any("engine", 1)],
    ];
    expect(describeMisfit({ against: [wagon, turbo], listed }, facts)).toEqual([
      "Listed for 2.0 T Wagon and 1.6 Hatchback; yours is a 2.0 T Hatchback.",
    ]);
    expect(describeMisfit({ against: [], listed }, facts)).toEqual([
      "Listed for 2.0 T Wagon and 1.6 Hatchback; yours is another version.",
    ]);
  });

  it("names what a single line, or each of several, asks for", () => {
    const needed = "Needed: engine 1.6. Yours: engine 2.0 T.";
    expect(describeMisfit({ against: [turbo], listed: [] }, facts)).toEqual([needed]);
    const listed = [
      [any("body", 3), any("engine", 1)],
      [any("body", 4), any("engine", 1)],
    ];
    expect(describeMisfit({ against: [turbo, wagon], listed }, facts)).toEqual([needed]);
  });

  it("names some of many", () => {
    const listed = Array.from({ length: 7 }, (_, at) => [
      any("engine", 1),
      { fact: "built", to: 20141231 + at * 10_000 },
    ]);
    const built = against({ fact: "built", to: 20141231 }, { fact: "built", from: 20220101 });
    const [text] = describeMisfit({ against: [built], listed }, facts);
    expect(text).toMatch(
      /^Listed for 1\.6, built before January 2015; (.*); .* and 3 more; yours is/,
    );
    expect(text).toMatch(/yours is a car, built from January 2022\.$/);
  });
});
