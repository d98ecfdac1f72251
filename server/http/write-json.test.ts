// Long lists take turns, and who reads slowly takes nobody's.
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { streamJson, writeJson } from "./write-json.ts";

const numbers = z.array(z.number());

it("gathers one long list at a time, each whole", async () => {
  const told: string[] = [];
  const list = async function* (name: string) {
    told.push(`${name} begins`);
    for (const piece of [[1, 2], [], [3]]) {
      await setImmediate();
      yield piece;
    }
    told.push(`${name} ends`);
  };
  const written = await Promise.all(["a", "b", "c"].map((name) => writeJson(numbers, list(name))));
  expect(written.map((pieces) => String(Buffer.concat(pieces)))).toEqual(Array(3).fill("[1,2,3]"));
  expect(told).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it("goes on with the next where one breaks off", async () => {
  const broken = (async function* () {
    yield [1];
    throw new Error("No more");
  })();
  const whole = (async function* () {
    yield [1];
  })();
  const [first, second] = await Promise.allSettled([
    writeJson(numbers, broken),
    writeJson(numbers, whole),
  ]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
});

it("keeps nobody waiting for who does not read", async () => {
  const endless = (async function* () {
    for (;;) yield [1];
  })();
  const unread = await streamJson(numbers, endless);
  const short = (async function* () {
    yield [1, 2];
    yield [3];
  })();
  expect(String(await buffer(await streamJson(numbers, short)))).toBe("[1,2,3]");
  unread.destroy();
});
