import { expect, it } from "vitest";
import type { PartType } from "#contract/catalog.ts";
import { describeField, type Words } from "./describe-field.ts";
import type { PartInputs } from "./part-inputs.ts";

const words: Words = {
  types: [{ slug: "oil-filters", name: "Oil filters" } as PartType],
  facts: [
    {
      key: "engine",
      kind: "choice",
      question: "Which engine?",
      whereToLook: "",
      effort: 1,
      unit: null,
      values: [{ id: 7, label: "2.0 T" }],
    },
  ],
};
const describe = (inputs: Partial<PartInputs>) => {
  const [name] = Object.keys(inputs) as [keyof PartInputs];
  return describeField(inputs as PartInputs, name, words);
};
const aSuccessor = {
  key: 0,
  part: "PW-602-88",
  choice: "1",
  quantity: "1",
  bothWays: false,
  merges: false,
  terms: [],
  conditions: [],
  since: "",
  reason: "",
};
const aNumber = { key: 0, kind: "oe", brand: "Haldren", written: "43-20K", pieces: "1", note: "" };

it("says of a successor how many, since when and for which cars", () => {
  const terms = [
    { fact: "engine", any: [7] },
    { fact: "built", to: 20141231 },
  ];
  const all = { bothWays: true, merges: true, terms, since: "2020-01-01", reason: "Lighter" };
  expect(
    describe({
      replacedBy: [
        { ...aSuccessor, ...all },
        { ...aSuccessor, choice: "2" },
      ],
    }),
  ).toBe(
    "1 × PW-602-88, choice 1, works both ways, replaces several parts at once, since 1 Jan 2020. " +
      "Only for cars: engine 2.0 T, built before January 2015. Reason: Lighter\n" +
      "1 × PW-602-88, choice 2",
  );
});

it("says whose number it is, and how many of ours it takes", () => {
  const gtin = { kind: "gtin", brand: "", written: "4006381333931" } as const;
  const numbers = [
    { ...aNumber, pieces: "2", note: "Set" },
    { ...aNumber, ...gtin },
  ];
  expect(describe({ numbers: numbers as PartInputs["numbers"] })).toBe(
    "Vehicle maker (OE), Haldren: 43-20K, 2 of ours replace one. Note: Set\nGTIN: 4006381333931",
  );
});

it("says what is in a kit, what a part measures, and the rest by its name", () => {
  const component = { key: 0, part: "PW-1", quantity: "2" };
  expect(
    describe({
      components: [
        { ...component, soldAlone: true },
        { ...component, quantity: "1", soldAlone: false },
      ],
    }),
  ).toBe("2 × PW-1, sold alone as well\n1 × PW-1, sold in this kit only");
  const diameter = { key: 0, name: "Diameter", unit: "mm", value: "76" };
  expect(
    describe({
      attributes: [diameter, { key: 1, name: "Colour", unit: "", value: "blue" }],
    }),
  ).toBe("Diameter: 76 mm\nColour: blue");
  expect(describe({ pictures: [{ key: 0, address: "/images/a.png" }] })).toBe("/images/a.png");
  expect(describe({ pictures: [] })).toBe("Nothing");
  expect(describe({ type: "oil-filters" })).toBe("Oil filters");
  expect(describe({ type: "" })).toBe("None");
  expect(describe({ furtherTypes: ["oil-filters"] })).toBe("Oil filters");
  expect(describe({ furtherTypes: [] })).toBe("Nothing");
  expect(describe({ life: "announced" })).toBe("Announced");
  expect(describe({ bulky: true })).toBe("Yes");
  expect(describe({ price: "9.20" })).toBe("9.20");
  expect(describe({ price: "162" })).toBe("162.00");
  expect(describe({ deposit: "1,250.5" })).toBe("1250.50");
});
