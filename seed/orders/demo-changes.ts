import type { StockReason } from "#contract/rules/stock-change.ts";

export type DemoChange = { daysAgo: number; part: string } & (
  | { price: number }
  | { reason: StockReason; pieces: number; note?: string }
);

/** By the admin. */
export const demoChanges: DemoChange[] = [
  { daysAgo: 29.5, part: "PW-1042", reason: "delivery", pieces: 600 },
  { daysAgo: 27.9, part: "PW-1150", price: 244 },
  { daysAgo: 26.3, part: "PW-6504", reason: "damage", pieces: 2, note: "Dropped in the store" },
  { daysAgo: 24.4, part: "PW-2312", reason: "delivery", pieces: 120 },
  { daysAgo: 22.6, part: "PW-4417", price: 37.9 },
  { daysAgo: 21.4, part: "PW-1214", reason: "return", pieces: 1, note: "Cracked nose cone" },
  { daysAgo: 21.3, part: "PW-1214", reason: "damage", pieces: 1, note: "Cracked nose cone" },
  { daysAgo: 19.1, part: "PW-2208", reason: "count", pieces: 1_788, note: "Counted the shelf" },
  { daysAgo: 17.3, part: "PW-9140", reason: "delivery", pieces: 80 },
  { daysAgo: 15.9, part: "PW-1042", price: 9.25 },
  { daysAgo: 13.1, part: "PW-601-140", reason: "delivery", pieces: 60 },
  { daysAgo: 11.8, part: "PW-2312", reason: "return", pieces: 4, note: "For the wrong axle" },
  { daysAgo: 9.4, part: "PW-1150", price: 238 },
  { daysAgo: 6.5, part: "PW-4417", reason: "delivery", pieces: 200 },
  { daysAgo: 3.4, part: "PW-2208", reason: "delivery", pieces: 300 },
  { daysAgo: 1.2, part: "PW-1042", reason: "delivery", pieces: 600 },
];
