import { readFileSync } from "node:fs";
import fc from "fast-check";
import { transformWithOxc } from "vite";
import { describe, expect, it } from "vitest";
import { type Judge, properties } from "#tests/fit/properties.ts";
import { facts } from "#tests/fit/questions.ts";
import {
  canonicalTerms,
  chooseListQuestion,
  type FitQuestion,
  judgeFit,
  listAnswers,
  maxCells,
  type Term,
} from "./fit.ts";

const numRuns = 2_000;

/** `text` stands in fit.ts exactly once. */
const faults = [
  {
    breaks: "says what the oracle says",
    does: "leaves out the last day of a span",
    text: "?? Number.POSITIVE_INFINITY) <= to",
    becomes: "?? Number.POSITIVE_INFINITY) < to",
  },
  {
    breaks: "says what the oracle says",
    does: "counts days that no calendar has",
    text: 'kind === "date" ? shiftDay : undefined',
    becomes: "undefined",
  },
  {
    breaks: "says what the oracle says",
    does: "takes a fact that a combination does not state as absent",
    text: "if (stated === undefined) return all;",
    becomes:
      'if (stated === undefined) return all.filter((at) => !("any" in (options[at] ?? {})));',
  },
  {
    breaks: "says what the oracle says",
    does: "knows no values but those that are named",
    text: ", { fact, none: named }];",
    becomes: "];",
  },
  {
    breaks: "says what the oracle says",
    does: "compares serials of different series",
    text: '|| "notSeries" in option) return "unknown"',
    becomes: '|| "notSeries" in option) return "false"',
  },
  {
    breaks: "says what the oracle says",
    does: "says yes by a line that is held",
    text: 'held ? "unknown" : "true"',
    becomes: '"true"',
  },
  {
    breaks: "says what the oracle says",
    does: "forgets when the vehicle was built",
    text: "vehicle.built ? [",
    becomes: "!vehicle ? [",
  },
  {
    breaks: "says what the oracle says",
    does: "takes silence as no",
    text: "return listsAllVehicles",
    becomes: "return !universal",
  },
  {
    breaks: "says what the oracle says",
    does: "drops knowledge that matches no car",
    text: ".filter(agrees)]",
    becomes: "]",
  },
  {
    breaks: "says what the oracle says",
    does: "adds no position that only some cars have",
    text: "always ? pieces : [0, ...pieces]",
    becomes: "pieces",
  },
  {
    breaks: "a further true fact overturns no yes and no no",
    does: "says yes when one car fits",
    text: 'return truths.size === 1 ? "yes" : "yes-if";',
    becomes: 'return "yes";',
  },
  {
    breaks: "says what the oracle says",
    does: "says no when no car surely fits",
    text: 'return truths.has("unknown") ? "not-known" : "no";',
    becomes: 'return "no";',
  },
  {
    breaks: "true answers end with the truth, and nothing is asked twice",
    does: "asks what decides nothing",
    text: "const score = 10 * undecided + (facts[fact]?.effort ?? 1) / 9;\n    return places.length > 1",
    becomes: "const score = -undecided;\n    return places.length > 0",
  },
  {
    breaks: "true answers end with the truth, and nothing is asked twice",
    does: "offers the wrong answers",
    text: "const term = cars.options[at]?.[place];",
    becomes: "const term = cars.options[at]?.[group];",
  },
  {
    breaks: "order and repetition do not matter",
    does: "asks in the order of the catalogue",
    text: "return [...new Set(values)].sort(order);",
    becomes: "return [...new Set(values)];",
  },
  {
    breaks: "order and repetition do not matter",
    does: "gives the first reason",
    text: ".sort((a, b) => a.text.length - b.text.length || order(a.text, b.text));",
    becomes: ";",
  },
  {
    breaks: "a condition less never makes a part fit less",
    does: "trusts no line without conditions",
    text: "let truth: Truth | undefined = held ?",
    becomes: "let truth: Truth | undefined = held || terms.length === 0 ?",
  },
  {
    breaks: "a condition less never makes a part fit less",
    does: "needs all lines to hold",
    text: 'if (!possible.some(({ truth }) => truth === "true"))',
    becomes: 'if (!judged.every(({ truth }) => truth === "true"))',
  },
];

type Change = { text: string; becomes: string };

async function plant({ text, becomes }: Change): Promise<{ judgeFit: Judge }> {
  const source = readFileSync(new URL("fit.ts", import.meta.url), "utf8");
  const [before, after, ...more] = source.split(text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`Stands not exactly once in fit.ts: ${text}`);
  }
  const { code } = await transformWithOxc(before + becomes + after, "fit.ts");
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

describe.each(Object.entries(properties))("%s", (name, property) => {
  it("always", () => {
    fc.assert(property(judgeFit), { numRuns });
  });

  it.each(faults.filter((fault) => fault.breaks === name))(
    "not with a fault: $does",
    async (fault) => {
      const { judgeFit: faulty } = await plant(fault);
      expect(fc.check(property(faulty), { numRuns: 20_000 }).failed).toBe(true);
    },
  );

  it("also where there are too many cars to look at each", async () => {
    const { judgeFit: judgeMany } = await plant({
      text: "maxCells = 5_000",
      becomes: "maxCells = 0",
    });
    fc.assert(property(judgeMany), { numRuns });
  });
});

it("where there are too many cars, answers that lead nowhere are found", async () => {
  const from = await plant({ text: "maxCells = 5_000", becomes: "maxCells = 0" });
  const question = { ...disc, vehicle: anyCar };
  expect(from.judgeFit(question)).toMatchObject({
    says: "yes-if",
    answers: [{ leadsTo: "yes" }, { leadsTo: "no" }],
  });
});

const nothing = { position: null, quantity: null, held: false };
const anyCar = { combinations: [], built: null };
const disc: FitQuestion = {
  applications: [{ ...nothing, terms: [{ fact: "engine", any: [1] }], quantity: 2, position: 1 }],
  listsAllVehicles: false,
  universal: false,
  vehicle: anyCar,
  known: [],
  facts,
};
const built = (from?: number, to?: number): Term => ({
  fact: "built",
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});

it("asks what decides most, however the fact is looked up", () => {
  const combinations = [
    { engine: 1, body: 1 },
    { engine: 2, body: 1 },
    { engine: 3, body: 2 },
  ];
  const verdict = judgeFit({ ...disc, vehicle: { combinations, built: null } });
  expect(verdict).toMatchObject({
    says: "yes-if",
    ask: "engine",
    answers: [
      { term: { fact: "engine", any: [1] }, leadsTo: "yes" },
      { term: { fact: "engine", any: [2] }, leadsTo: "no" },
      { term: { fact: "engine", any: [3] }, leadsTo: "no" },
    ],
  });
});

it("asks what is found out with less effort when both decide alike", () => {
  const terms: Term[] = [{ fact: "look:2", any: ["yes"] }];
  const both = [{ ...nothing, terms: [...terms, { fact: "body", any: [1] } as Term] }];
  expect(judgeFit({ ...disc, applications: both })).toMatchObject({ ask: "body" });
});

it("a part made until a month's last day and one from the next day leave no gap", () => {
  const until = { ...nothing, terms: [built(undefined, 20141031)] };
  const after = { ...nothing, terms: [built(20141101)] };
  expect(judgeFit({ ...disc, applications: [until, after] })).toMatchObject({
    says: "yes",
    proof: [0, 1],
    because: [],
  });
});

it("a month is known without its day: the change within it is asked", () => {
  const applications = [{ ...nothing, terms: [built(20141015)] }];
  const known = [built(20141001, 20141031)];
  expect(judgeFit({ ...disc, applications, known })).toMatchObject({
    says: "yes-if",
    ask: "built",
    answers: [
      { term: { fact: "built", from: 20141001, to: 20141014 }, leadsTo: "no" },
      { term: { fact: "built", from: 20141015, to: 20141031 }, leadsTo: "yes" },
    ],
  });
});

it("when a vehicle was built is a span of days, asked for or not", () => {
  const vehicle = { combinations: [], built: { from: 20140101, to: 20141231 } };
  const applications = [{ ...nothing, terms: [] }];
  expect(judgeFit({ ...disc, applications, vehicle, facts: {} })).toMatchObject({ says: "yes" });
});

it("a car of model year 2015 may have been built in 2014", () => {
  const vehicle = { combinations: [], built: { from: 20140801, to: 20150731 } };
  const applications = [{ ...nothing, terms: [built(undefined, 20141031)] }];
  const question = { ...disc, applications, vehicle };
  expect(judgeFit(question)).toMatchObject({ says: "yes-if", ask: "built" });
  expect(judgeFit({ ...question, known: [built(20140915, 20140915)] })).toMatchObject({
    says: "yes",
  });
  expect(judgeFit({ ...question, known: [built(20150101)] })).toMatchObject({ says: "no" });
});

it("a no says what the part asks for and what the car has", () => {
  const known: Term[] = [{ fact: "engine", any: [2] }];
  expect(judgeFit({ ...disc, known })).toEqual({
    says: "no",
    why: "another-car",
    against: [{ needs: { fact: "engine", any: [1] }, has: [{ fact: "engine", any: [2] }] }],
    listed: [],
  });
});

it("what is known of a car contradicts every one that was built: nothing is said, and none of it is dropped", () => {
  const combinations = [
    { engine: 1, body: 1 },
    { engine: 2, body: 2 },
  ];
  const known: Term[] = [
    { fact: "engine", any: [1] },
    { fact: "body", any: [2] },
  ];
  const question = { ...disc, vehicle: { combinations, built: null } };
  expect(judgeFit({ ...question, known })).toEqual({ says: "not-known", why: "contradiction" });
  for (const one of known) {
    expect(judgeFit({ ...question, known: [one] }).says).not.toBe("not-known");
  }
});

it("left and right are the car's own, and depend on where its wheel is only if that is said", () => {
  const wheel = (where: string): Term => ({ fact: "steering", any: [where] });
  const on = (position: number, ...terms: Term[]) => ({ ...nothing, quantity: 1, position, terms });
  const vehicle = { combinations: [{ steering: "left" }, { steering: "right" }], built: null };
  const [left, right] = [1, 2];
  const mirror = { ...disc, vehicle, applications: [on(left)] };
  for (const where of ["left", "right"]) {
    expect(judgeFit({ ...mirror, known: [wheel(where)] })).toMatchObject({
      says: "yes",
      needs: [{ position: left, pieces: [1] }],
    });
  }
  const applications = [on(left, wheel("left")), on(right, wheel("right"))];
  const wiper = { ...disc, vehicle, applications };
  const judged = judgeFit({ ...wiper, known: [wheel("right")] });
  expect(judged).toMatchObject({ says: "yes", needs: [{ position: right, pieces: [1] }] });
  expect(judgeFit(wiper)).toMatchObject({ says: "yes" });
});

it("a yes names the pieces of each position, and both numbers where a fact that is open decides them", () => {
  const rear = { ...nothing, terms: [], position: 2 };
  const applications = [
    { ...rear, quantity: 2, terms: [{ fact: "body", any: [1] }] },
    { ...rear, quantity: 1, terms: [{ fact: "body", none: [1] }] },
    { ...nothing, terms: [], position: 1, quantity: 2 },
  ];
  expect(judgeFit({ ...disc, applications })).toMatchObject({
    says: "yes",
    needs: [
      { position: 1, pieces: [2] },
      { position: 2, pieces: [1, 2] },
    ],
  });
});

it.each<[string, Partial<FitQuestion>, string]>([
  ["a universal part", { universal: true }, "universal"],
  ["a part without lines for the car", { applications: [] }, "no-data"],
  ["a car that was never built", { known: [built(20150101), built(0, 20140101)] }, "contradiction"],
  ["a held line", { applications: [{ ...nothing, terms: [], held: true }] }, "being-checked"],
])("nothing is known of %s", (_, change, why) => {
  expect(judgeFit({ ...disc, ...change })).toEqual({ says: "not-known", why });
});

it("a serial of another series says nothing", () => {
  const terms: Term[] = [{ fact: "serial", series: "V8", from: 80_001 }];
  const known: Term[] = [{ fact: "serial", series: "W1", from: 90_000, to: 90_000 }];
  const applications = [{ ...nothing, terms }];
  expect(judgeFit({ ...disc, applications, known })).toEqual({
    says: "not-known",
    why: "other-series",
  });
});

it("of very many possible cars, the cheapest question is asked first", () => {
  const looks = Array.from({ length: 13 }, (_, at) => `look:${at + 10}`);
  const many = Object.fromEntries(
    looks.map((key, at) => [key, { kind: "look" as const, effort: 9 - (at % 9) }]),
  );
  const terms = looks.map((fact) => ({ fact, any: ["yes"] }));
  const question = { ...disc, applications: [{ ...nothing, terms }], facts: many };
  expect(2 ** looks.length).toBeGreaterThan(maxCells);
  expect(judgeFit(question)).toMatchObject({ says: "yes-if", ask: "look:18" });
  const known = [{ fact: "look:18", any: ["no"] }];
  expect(judgeFit({ ...question, known })).toMatchObject({ says: "no" });
});

const wide = Array.from({ length: 20 }, (_, at) => ({
  ...nothing,
  terms: [
    { fact: "width", from: at * 10, to: at * 10 + 5 },
    { fact: "weight", from: at * 7, to: at * 7 + 3 },
    built(20000101 + at * 10_000, 20000131 + at * 10_000),
  ],
}));
const widths = { ...facts, width: { kind: "number" as const, effort: 3 } };
const hook = (answer: string): Term => ({ fact: "look:1", any: [answer] });
const hooked = wide.map((one) => ({ ...one, terms: [...one.terms, hook("yes")] }));

it("of very many possible cars, all fit if one line asks for nothing", () => {
  const applications = [...wide, { ...nothing, terms: [], quantity: 2 }];
  expect(judgeFit({ ...disc, applications, facts: widths })).toEqual({
    says: "yes",
    proof: [20],
    because: [],
    needs: [{ position: null, pieces: [2] }],
  });
});

it("of very many possible cars, none fits if what is known rules every line out", () => {
  const question = { ...disc, applications: hooked, facts: widths };
  expect(judgeFit({ ...question, known: [hook("no")] })).toMatchObject({
    says: "no",
    against: [{ needs: hook("yes"), has: [hook("no")] }],
  });
  expect(judgeFit(question)).toMatchObject({ says: "yes-if" });
});

it("of very many possible cars, nothing is asked for lines that are ruled out", () => {
  const applications = [...hooked, { ...nothing, terms: [{ fact: "engine", any: [1] } as Term] }];
  const known = [hook("no")];
  expect(judgeFit({ ...disc, applications, facts: widths, known })).toMatchObject({
    ask: "engine",
    answers: [{ leadsTo: "yes" }, { leadsTo: "no" }],
    open: [{ fact: "engine" }],
  });
});

it("of questions that take as much effort, what is chosen from a list comes first", () => {
  const alike = {
    engine: { kind: "choice", effort: 2 },
    built: { kind: "date", effort: 2 },
  } as const;
  const terms: Term[] = [built(20141101), { fact: "engine", any: [1] }];
  const question = { ...disc, facts: alike, applications: [{ ...nothing, terms }] };
  const verdict = judgeFit(question);
  expect(verdict).toMatchObject({ ask: "engine" });
  expect(chooseListQuestion([verdict], alike)).toMatchObject({ fact: "engine" });
});

it("the question of a list decides most of its parts", () => {
  const asks = (...terms: Term[]) => judgeFit({ ...disc, applications: [{ ...nothing, terms }] });
  const engine: Term = { fact: "engine", any: [1] };
  const verdicts = [
    asks(engine),
    asks({ fact: "engine", any: [2] }),
    asks({ fact: "body", any: [1] }),
    asks(engine, { fact: "look:1", any: ["yes"] }),
    asks(),
  ];
  expect(chooseListQuestion(verdicts, facts)).toEqual({ fact: "engine", decides: 2, of: 4 });
  expect(chooseListQuestion([asks()], facts)).toBeUndefined();
});

it("the answers of a list tell apart what any of its parts tells apart", () => {
  const terms: Term[] = [built(20141101), built(undefined, 20130630), { fact: "engine", any: [1] }];
  const vehicle = { combinations: [], built: { from: 20130101, to: 20141231 } };
  expect(listAnswers("built", terms, { vehicle, known: [], facts })).toEqual([
    { fact: "built", from: 20130101, to: 20130630 },
    { fact: "built", from: 20130701, to: 20141031 },
    { fact: "built", from: 20141101, to: 20141231 },
  ]);
});

it("one condition has one form", () => {
  const terms: Term[] = [
    { to: 5, from: 1, fact: "weight" },
    { any: [10, 9, 9], fact: "engine" },
    { fact: "engine", any: [9, 10] },
  ];
  expect(JSON.stringify(canonicalTerms(terms))).toBe(
    '[{"fact":"engine","any":[9,10]},{"fact":"weight","from":1,"to":5}]',
  );
});
