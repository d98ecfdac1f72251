import { expect, it } from "vitest";
import { hasConditions, listChanges } from "./entry-text.ts";

const engine = {
  key: "engine",
  kind: "choice" as const,
  question: "Which engine?",
  whereToLook: "",
  effort: 1,
  unit: null,
  values: [{ id: 7, label: "2.0 T" }],
};

it("says in words what a part was replaced by, and what was in it", () => {
  const successor = {
    part: "0190",
    number: "PW-2",
    name: "Disc",
    choice: 1,
    quantity: 2,
    merges: false,
    bothWays: true,
    since: "2020-01-01",
    reason: "",
    terms: [{ fact: "engine", any: [7] }],
  };
  const component = { part: "0191", number: "PW-3", name: "Pad", quantity: 4, soldAlone: false };
  const entry = {
    before: { replacedBy: [], components: [component], fromShelf: false },
    after: { replacedBy: [successor], components: [], fromShelf: true },
  };
  expect(hasConditions(entry)).toBe(true);
  expect(listChanges(entry, [engine])).toEqual([
    {
      field: "successors",
      words:
        "none, then 2 × PW-2 (Disc), choice 1, works both ways, since 1 Jan 2020. " +
        "Only for cars: engine 2.0 T",
    },
    { field: "components", words: "4 × PW-3 (Pad), sold in this kit only, then none" },
    { field: "put together from the shelf", words: "no, then yes" },
  ]);
});

it("says whose number it is and what a part measures, also where older entries say less", () => {
  const entry = {
    before: { numbers: [], attributes: [{ name: "Diameter", unit: "mm", value: 300 }] },
    after: {
      numbers: [{ kind: "oe", brand: "Haldren", written: "43-20K" }],
      attributes: [
        { name: "Diameter", unit: "mm", value: 312.5 },
        { name: "Coating", unit: null, value: "zinc" },
      ],
    },
  };
  expect(hasConditions(entry)).toBe(false);
  expect(listChanges(entry, [])).toEqual([
    { field: "numbers", words: "none, then Vehicle maker (OE), Haldren: 43-20K" },
    { field: "attributes", words: "Diameter: 300 mm, then Diameter: 312.5 mm; Coating: zinc" },
  ]);
  const early = { before: { replacedBy: [{ part: "PW-2" }] }, after: { replacedBy: [] } };
  expect(listChanges(early, [])).toEqual([
    { field: "successors", words: "1 × PW-2, choice 1, then none" },
  ]);
});
