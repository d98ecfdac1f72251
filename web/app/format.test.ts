import { expect, it } from "vitest";
import { formatDate, formatDateTime, formatTime, plural } from "./format.tsx";

it("counts one and several", () => {
  expect(plural(1, "piece")).toBe("1 piece");
  expect(plural(1_200, "company", "companies")).toBe("1,200 companies");
});

it("writes days and times of the shop, and names its zone to readers who would read another", () => {
  const time = "2026-11-28T23:30:00.000Z";
  const dhaka = { shop: "Asia/Dhaka", own: "UTC" };
  expect(formatDateTime(time, dhaka)).toBe("Nov 29, 2026, 5:30 AM GMT+6");
  expect(formatDate(time, dhaka)).toBe("Nov 29, 2026, GMT+6");
  expect(formatTime(new Date(time), dhaka)).toBe("5:30 AM GMT+6");
  // Where it is the same day, the day needs no name of a zone.
  expect(formatDate("2026-11-29T05:00:00.000Z", dhaka)).toBe("Nov 29, 2026");
  const nearby = { shop: "Europe/Berlin", own: "Europe/Paris" };
  expect(formatDateTime(time, nearby)).toBe("Nov 29, 2026, 12:30 AM");
});
