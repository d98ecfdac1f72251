import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";
import type { LimitKey } from "./limit-keys.ts";

/** A queue whose entries are named by their share and a number. */
function open(most: number) {
  const queue = new FairQueue(most, 2);
  const started: string[] = [];
  const dropped: string[] = [];
  const add = (name: string, keys: LimitKey[] = []) => {
    const share = name.slice(0, 1);
    const start = () => started.push(name);
    return queue.add({ share, keys, start, drop: () => dropped.push(name) });
  };
  const startAll = () => {
    for (let entry = queue.next(); entry; entry = queue.next()) entry.start();
    return started;
  };
  return { queue, dropped, add, startAll };
}

describe("a fair queue", () => {
  it("serves the shares in turn, and each one in its own order", () => {
    const { add, startAll } = open(10);
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) expect(add(name)).toBe("waiting");
    expect(startAll()).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("serves a newcomer after one entry of each who waits, not before", () => {
    const { queue, add, startAll } = open(10);
    for (const name of ["a1", "b1", "a2"]) add(name);
    queue.next()?.start();
    add("c1");
    expect(startAll()).toEqual(["a1", "b1", "a2", "c1"]);
  });

  it("holds so many for each key, and again as many when these are gone", () => {
    const { queue, add } = open(10);
    const narrow = { key: "narrow", factor: 1 };
    const wide = { key: "wide", factor: 1.5 };
    expect(["a1", "a2", "a3"].map((name) => add(name, [narrow, wide]))).toEqual([
      "waiting",
      "waiting",
      "too many of one",
    ]);
    expect([add("b1", [wide]), add("b2", [wide]), add("c1")]).toEqual([
      "waiting",
      "too many of one",
      "waiting",
    ]);
    queue.next();
    expect(add("a3", [narrow, wide])).toBe("waiting");
    expect(queue.size).toBe(4);
  });

  it("when full makes room for a newcomer at the cost of who has most in it", () => {
    const { queue, dropped, add, startAll } = open(4);
    for (const name of ["a1", "b1", "b2", "b3"]) add(name);
    expect([add("c1"), add("b4"), add("d1"), add("e1")]).toEqual([
      "waiting",
      "full",
      "waiting",
      "full",
    ]);
    expect(dropped).toEqual(["b3", "b2"]);
    expect(queue.size).toBe(4);
    expect(startAll()).toEqual(["a1", "b1", "c1", "d1"]);
    expect(queue.size).toBe(0);
  });
});
