import fc from "fast-check";
import { expect, it } from "vitest";
import { periods } from "#contract/overview.ts";
import { toSpans } from "./spans.ts";

const moment = fc.date({
  min: new Date("2020-01-01"),
  max: new Date("2035-01-01"),
  noInvalidDate: true,
});
const zone = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/St_Johns",
  "Pacific/Apia",
  "Asia/Dhaka",
);
const period = fc.constantFrom(...periods);

it("covers the days without a gap, ends with today, and compares with as long a time before", () => {
  fc.assert(
    fc.property(moment, zone, period, (at, zone, period) => {
      const { days, names, now, before, from, to } = toSpans(at, zone, period);
      const gaps = days.slice(1).filter((day, index) => +day.from !== +(days[index]?.to ?? 0));
      expect(gaps).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect([names.includes(from), names.at(-1)]).toEqual([true, to]);
      const today = days.at(-1);
      expect(today && today.from <= at && at < today.to).toBe(true);
      expect(now.to).toEqual(at);
      expect(+before.to).toBeLessThanOrEqual(+now.from);
      const hours = (+now.to - +now.from - (+before.to - +before.from)) / 3_600_000;
      expect(Math.abs(hours)).toBeLessThanOrEqual(2);
    }),
  );
});

it("has a day of 23 hours where clocks are put forward", () => {
  const { days, names } = toSpans(new Date("2026-03-29T10:00:00Z"), "Europe/Berlin", "week");
  const today = days.at(-1);
  expect(names.at(-1)).toBe("2026-03-29");
  expect(today).toEqual({
    from: new Date("2026-03-28T23:00:00Z"),
    to: new Date("2026-03-29T22:00:00Z"),
  });
});
