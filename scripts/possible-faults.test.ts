import { expect, it } from "vitest";
import { listFaults, plantFault } from "./possible-faults.ts";

const faultsOf = (source: string) =>
  listFaults("example.ts", source).map((fault) => plantFault(source, fault));

it("moves bounds, turns conditions, and lets guards through", () => {
  expect(faultsOf("const isOver = own >= most;")).toEqual(["const isOver = own > most;"]);
  expect(faultsOf("if (isGone) return gone;")).toEqual(["if (false && (isGone)) return gone;"]);
  expect(faultsOf("const next = isLast ? a : b;")).toEqual(["const next = !(isLast) ? a : b;"]);
  expect(faultsOf("const few = Math.min(a, b);")).toEqual(["const few = Math.max(a, b);"]);
});

it("changes written SQL, and no text that looks like it", () => {
  const source = "const q = sql`c < 1 and d is null`; const t = `a < b and c`;";
  expect(faultsOf(source)).toEqual([
    "const q = sql`c <= 1 and d is null`; const t = `a < b and c`;",
    "const q = sql`c < 1 or d is null`; const t = `a < b and c`;",
    "const q = sql`c < 1 and d is not null`; const t = `a < b and c`;",
  ]);
});

it("leaves sums of texts alone", () => {
  expect(faultsOf('const name = first + " " + last;')).toEqual([]);
});
