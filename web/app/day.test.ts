import fc from "fast-check";
import { expect, it } from "vitest";
import { dayOf, startOfDay } from "./day.ts";

const zone = fc.constantFrom(
  "UTC",
  "Asia/Dhaka",
  "America/St_Johns",
  "Pacific/Auckland",
  // Clocks are changed at midnight.
  "America/Havana",
  "Africa/Cairo",
  "Asia/Beirut",
);
const dates = { min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true };

it("knows when a day begins in any time zone", () => {
  const days = fc.integer({ min: 0, max: 1 });
  fc.assert(
    fc.property(fc.date(dates), days, zone, (time, daysLater, zone) => {
      const day = Temporal.PlainDate.from(time.toISOString().slice(0, 10));
      const first = day.add({ days: daysLater }).toZonedDateTime(zone);
      expect(+startOfDay(`${day}`, daysLater, zone)).toBe(first.epochMilliseconds);
    }),
  );
  expect(startOfDay("2026-03-08", 0, "America/Havana")).toEqual(new Date("2026-03-08T05:00Z"));
  expect(startOfDay("2026-11-01", 0, "America/Havana")).toEqual(new Date("2026-11-01T04:00Z"));
});

it("knows which day a moment is of", () => {
  expect(dayOf("2026-11-28T23:30:00.000Z", "Asia/Dhaka")).toBe("2026-11-29");
  expect(dayOf("2026-11-28T03:30:00.000Z", "America/New_York")).toBe("2026-11-27");
});
