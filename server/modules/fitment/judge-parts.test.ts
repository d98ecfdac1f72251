import { expect, it } from "vitest";
import { inTurns } from "./judge-parts.ts";

function spin(item: number): number {
  const until = performance.now() + 10;
  while (performance.now() < until);
  return item * 2;
}

it("lets others go between long pieces, and keeps their order", async () => {
  let seen = 0;
  const working = inTurns([1, 2, 3, 4], (item) => [spin(item), seen]);
  const others = setInterval(() => seen++, 0);
  const results = await working;
  clearInterval(others);
  expect(results.map(([result]) => result)).toEqual([2, 4, 6, 8]);
  expect(results.at(-1)?.[1]).toBeGreaterThan(0);
});
