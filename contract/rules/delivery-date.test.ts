import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeliveryMethod } from "../delivery-settings.ts";
import { promiseDelivery } from "./delivery-date.ts";

const method = {
  id: "post",
  name: "Post",
  kind: "carrier",
  zone: "home",
  basis: "weight",
  rates: [],
  freeFromCents: null,
  bulkyCents: 0,
  dangerousCents: 0,
  taxClass: "standard",
  active: true,
  cutOff: "14:00",
  handlingDays: 1,
  transitFrom: 1,
  transitTo: 2,
  workingDays: [1, 2, 3, 4, 5],
  carrierDays: [1, 2, 3, 4, 5, 6],
} satisfies DeliveryMethod;

type Given = Partial<DeliveryMethod> & {
  at: string;
  timeZone?: string;
  holidays?: Record<string, string[]>;
  country?: string | undefined;
};

function promise({ at, timeZone = "Europe/Berlin", holidays = {}, ...given }: Given) {
  const { country, ...changes } = { country: "DE", ...given };
  return promiseDelivery({
    method: { ...method, ...changes },
    country,
    timeZone,
    now: Date.parse(at),
    holidays: Object.entries(holidays).flatMap(([calendar, days]) =>
      days.map((day) => ({ calendar, day, name: "Holiday" })),
    ),
  });
}

const daysOf = (given: Given) => {
  const found = promise(given);
  return found && `${found.from} to ${found.until}`;
};

describe("the promised day", () => {
  it("counts from today until the cut-off hour of the works, then from the next working day", () => {
    // A Monday; 14:00 in Berlin is 13:00 UTC.
    expect(daysOf({ at: "2026-11-23T12:59:59.999Z" })).toBe("2026-11-25 to 2026-11-26");
    expect(daysOf({ at: "2026-11-23T13:00:00Z" })).toBe("2026-11-26 to 2026-11-27");
    // Friday evening: prepared on Monday and Tuesday.
    expect(daysOf({ at: "2026-11-27T20:00:00Z" })).toBe("2026-12-02 to 2026-12-03");
  });

  it("is on the day of the works' time zone, not of the machine's", () => {
    // Already Tuesday in Dhaka.
    expect(daysOf({ at: "2026-11-23T19:00:00Z", timeZone: "Asia/Dhaka" })).toBe(
      "2026-11-26 to 2026-11-27",
    );
  });

  it("leaves out holidays of the works and of the country it goes to", () => {
    const at = "2026-12-23T09:00:00Z";
    expect(daysOf({ at })).toBe("2026-12-25 to 2026-12-26");
    expect(daysOf({ at, holidays: { DE: ["2026-12-25", "2026-12-26"] } })).toBe(
      "2026-12-28 to 2026-12-29",
    );
    expect(daysOf({ at, holidays: { works: ["2026-12-23", "2026-12-24"] } })).toBe(
      "2026-12-29 to 2026-12-30",
    );
    expect(daysOf({ at, holidays: { FR: ["2026-12-25"] } })).toBe("2026-12-25 to 2026-12-26");
  });

  it("of a collection is a working day of the works", () => {
    const collected = { country: undefined, transitFrom: 0, transitTo: 0, handlingDays: 0 };
    expect(daysOf({ at: "2026-11-23T09:00:00Z", ...collected })).toBe("2026-11-23 to 2026-11-23");
  });

  it("has a cut-off on days on which clocks change", () => {
    const orderBefore = (at: string, cutOff: string) =>
      new Date(promise({ at, cutOff, workingDays: [7] })?.orderBefore ?? 0).toISOString();
    // 02:30 does not exist on that Sunday: an hour later it is 03:30, 01:30 UTC.
    expect(orderBefore("2026-03-29T00:00:00Z", "02:30")).toBe("2026-03-29T01:30:00.000Z");
    // 02:30 comes twice: the first counts.
    expect(orderBefore("2026-10-24T22:30:00Z", "02:30")).toBe("2026-10-25T00:30:00.000Z");
  });

  it("is none where there is no working day within 60 days", () => {
    const days = Array.from({ length: 80 }, (_, step) =>
      Temporal.PlainDate.from("2026-11-23").add({ days: step }).toString(),
    );
    expect(promise({ at: "2026-11-23T09:00:00Z", holidays: { works: days } })).toBeUndefined();
  });

  it("is a day of the carrier, never before the goods are ready, and never sooner if paid later", () => {
    const given = fc.record({
      now: fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2027-12-31") }),
      later: fc.integer({ min: 0, max: 5 * 86_400_000 }),
      handlingDays: fc.integer({ min: 0, max: 5 }),
      transitFrom: fc.integer({ min: 0, max: 5 }),
      cutOff: fc.constantFrom("00:00", "09:30", "14:00", "23:59"),
      timeZone: fc.constantFrom("UTC", "Asia/Dhaka", "America/New_York", "Pacific/Kiritimati"),
    });
    fc.assert(
      fc.property(given, ({ now, later, transitFrom, timeZone, ...changes }) => {
        const ask = (time: number) =>
          promiseDelivery({
            method: { ...method, ...changes, transitFrom, transitTo: transitFrom + 1 },
            holidays: [],
            country: "DE",
            timeZone,
            now: time,
          });
        const [first, second] = [ask(now), ask(now + later)];
        if (!first || !second) throw new Error("No day was promised");
        expect(first.until > first.from).toBe(true);
        expect(second.from >= first.from).toBe(true);
        expect(first.orderBefore).toBeGreaterThan(now);
        const day = Temporal.PlainDate.from(first.from);
        if (transitFrom > 0) expect(day.dayOfWeek).toBeLessThan(7);
      }),
    );
  });
});
