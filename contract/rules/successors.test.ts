import fc from "fast-check";
import { expect, it } from "vitest";
import { resolveSuccessors, type Supersession } from "./successors.ts";

const row = (oldPart: string, newPart: string, choice = 1, quantity = 1): Supersession => ({
  oldPart,
  newPart,
  choice,
  quantity,
});
const current = (...parts: string[]) => {
  return (part: string) => (parts.includes(part) ? "current" : "replaced");
};

it("follows a chain of four, and answers the same from its middle", () => {
  const rows = [row("a", "b"), row("b", "c"), row("c", "d")];
  for (const from of ["a", "b", "c"]) {
    expect(resolveSuccessors(from, rows, current("d"))).toEqual([[{ part: "d", quantity: 1 }]]);
  }
  expect(resolveSuccessors("d", rows, current("d"))).toEqual([]);
});

it("answers splits together, choices as alternatives, and multiplies quantities", () => {
  const rows = [row("a", "b", 1, 2), row("a", "c", 1), row("a", "d", 2), row("b", "e", 1, 3)];
  expect(resolveSuccessors("a", rows, current("c", "d", "e"))).toEqual([
    [
      { part: "e", quantity: 6 },
      { part: "c", quantity: 1 },
    ],
    [{ part: "d", quantity: 1 }],
  ]);
});

it("keeps the conditions of all steps, and one successor of two parts as the one it is", () => {
  const until = { fact: "built", to: 20141231 };
  const engine = { fact: "engine", any: [1] };
  const rows = [
    { ...row("a", "b"), terms: [until] },
    { ...row("b", "d"), terms: [engine] },
    row("a", "c", 2),
  ];
  expect(resolveSuccessors("a", rows, current("c", "d"))).toEqual([
    [{ part: "d", quantity: 1, terms: [until, engine] }],
    [{ part: "c", quantity: 1 }],
  ]);
  const merged = [row("left", "kit"), row("right", "kit")];
  for (const from of ["left", "right"]) {
    expect(resolveSuccessors(from, merged, current("kit"))).toEqual([
      [{ part: "kit", quantity: 1 }],
    ]);
  }
});

it("leaves out an alternative with a part that is gone", () => {
  const state = (part: string) => (part === "c" ? "gone" : "current");
  const rows = [row("a", "b"), row("a", "c"), row("a", "d", 2)];
  expect(resolveSuccessors("a", rows, state)).toEqual([[{ part: "d", quantity: 1 }]]);
});

it("ends, in parts that nothing current replaces, whatever the supersessions", () => {
  // Newer parts have higher numbers, so there is no circle.
  const edge = fc.tuple(fc.nat(11), fc.nat(11), fc.integer({ min: 1, max: 3 }));
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 30 }), fc.array(fc.boolean()), (edges, sold) => {
      const rows = edges
        .filter(([one, other]) => one !== other)
        .map(([one, other, choice]) =>
          row(`${Math.min(one, other)}`, `${Math.max(one, other)}`, choice),
        );
      const state = (part: string) => (sold[Number(part)] ? "current" : "replaced");
      const ends = resolveSuccessors("0", rows, state).flat();
      for (const { part } of ends) {
        const isLast = rows.every(({ oldPart }) => oldPart !== part);
        expect(state(part) === "current" || isLast).toBe(true);
      }
      expect(ends.length > 0).toBe(rows.some(({ oldPart }) => oldPart === "0"));
    }),
  );
});
