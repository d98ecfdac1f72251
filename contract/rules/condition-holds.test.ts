import { expect, it } from "vitest";
import { conditionHolds } from "./condition-holds.ts";
import type { Term } from "./fit.ts";

const vehicle = {
  combinations: [{ engine: 1 }, { engine: 2 }],
  built: { from: 20140101, to: 20151231 },
};
const until2014: Term = { fact: "built", to: 20141231 };

it.each<[string, Term[], Term[]]>([
  ["yes", [until2014], [{ fact: "built", from: 20141231, to: 20141231 }]],
  ["no", [until2014], [{ fact: "built", from: 20150101, to: 20150131 }]],
  ["yes-if", [until2014], []],
  ["yes-if", [until2014], [{ fact: "built", from: 20141201, to: 20150131 }]],
  ["no", [until2014, { fact: "engine", any: [1] }], [{ fact: "engine", any: [2] }]],
  ["no", [{ fact: "engine", any: [9] }], []],
  ["yes", [{ fact: "look:1", any: ["yes"] }], [{ fact: "look:1", any: ["yes"] }]],
  [
    "no",
    [{ fact: "serial", series: "K", to: 9 }],
    [{ fact: "serial", series: "K", from: 10, to: 10 }],
  ],
  [
    "not-known",
    [{ fact: "serial", series: "K", to: 9 }],
    [{ fact: "serial", series: "N", from: 1, to: 1 }],
  ],
  ["yes", [], []],
])("%s: %j for %j", (says, terms, known) => {
  expect(conditionHolds(terms, { vehicle, known })).toBe(says);
});
