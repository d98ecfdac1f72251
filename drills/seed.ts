// What is picked at random, so that it can be picked again: SEED=... npm run drill -- 12
import { afterEach } from "vitest";

export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

// Whatever failed, by whatever check of it.
afterEach(({ task }) => {
  if (task.result?.state === "fail") console.log(`seed ${seed}: SEED=${seed} picks the same again`);
});

let state = seed;

/** From 0 up to 1. A small generator of good repute (mulberry32). */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** So many of them, in any order; all of them where there are no more. */
export function some<Item>(items: readonly Item[], most: number): Item[] {
  const left = [...items];
  for (let at = 0; at < Math.min(most, left.length); at++) {
    const from = at + Math.floor(random() * (left.length - at));
    [left[at], left[from]] = [left[from] as Item, left[at] as Item];
  }
  return left.slice(0, most);
}
