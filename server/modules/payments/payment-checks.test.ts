import { expect, it } from "vitest";
import { secondsToNextCheck } from "./payment-checks.ts";

const [hour, day] = [3_600, 86_400];
const pauses = (state: string, ageSeconds: number) =>
  [0, 1, 6, 7, 20].map((checks) => secondsToNextCheck({ checks, state }, ageSeconds));

it("the provider is asked after growing pauses of at most an hour, and once a day after two", () => {
  expect(pauses("open", 60)).toEqual([30, 60, 1_920, hour, hour]);
  expect(pauses("open", 2 * day)).toEqual([30, 60, 1_920, hour, hour]);
  expect(pauses("open", 2 * day + 1)).toEqual([day, day, day, day, day]);
  expect(pauses("processing", 2 * day + 1)).toEqual([30, 60, 1_920, hour, hour]);
});
