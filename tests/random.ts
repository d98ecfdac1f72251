// Random choices that SEED makes again: SEED=7 npm run proofs -- 12
import { afterEach } from "vitest";

export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

afterEach(({ task }) => {
  if (task.result?.state === "fail") console.log(`SEED=${seed} makes the same random choices`);
});

let state = seed;

export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

export const randomBelow = (below: number) => Math.floor(random() * below);

export const pick = <Item>(items: readonly Item[]): Item =>
  items[randomBelow(items.length)] as Item;

export function sample<Item>(items: readonly Item[], count: number): Item[] {
  const left = [...items];
  for (let at = 0; at < Math.min(count, left.length); at++) {
    const from = at + randomBelow(left.length - at);
    [left[at], left[from]] = [left[from] as Item, left[at] as Item];
  }
  return left.slice(0, count);
}
