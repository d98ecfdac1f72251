// What happened at the desk in the last week, besides orders.

import type { ReportReason } from "#contract/reviews.ts";
import type { NewView } from "#contract/saved-views.ts";
import type { CustomerName } from "./demo-customers.ts";

type Found = { daysAgo: number; review: string };

/** Reviews are found by words of theirs. */
export const demoAnswers: (Found & { answer: string })[] = [
  {
    daysAgo: 6.4,
    review: "plug is clocked differently",
    answer: "Thank you. The adapter loom PW-1150-L is in the box from this month on.",
  },
  {
    daysAgo: 4.1,
    review: "weight of each part",
    answer: "It stands on the page of each part now, below the dimensions.",
  },
  {
    daysAgo: 1.4,
    review: "pleats of one were bent",
    answer: "Write to us and we send you another one at once.",
  },
];

type Reported = Found & { by: CustomerName; reason: ReportReason; note: string };

export const demoReports: Reported[] = [
  {
    daysAgo: 2.2,
    review: "dull nuts",
    by: "Luc Desrochers",
    reason: "unrelated",
    note: "It says nothing about the joint itself",
  },
  {
    daysAgo: 0.7,
    review: "Run-out under",
    by: "Declan Byrne",
    reason: "other",
    note: "",
  },
];

const view = (given: Pick<NewView, "list" | "name" | "params">): NewView => ({
  columns: [],
  isShared: true,
  ...given,
});

export const demoViews: { daysAgo: number; view: NewView }[] = [
  {
    daysAgo: 6.8,
    view: view({ list: "products", name: "To order from the works", params: { view: "low" } }),
  },
  {
    daysAgo: 6.7,
    view: view({
      list: "orders",
      name: "Dearest to ship",
      params: { view: "to-ship", sort: "total-down" },
    }),
  },
  {
    daysAgo: 4.3,
    view: view({
      list: "reviews",
      name: "Low stars first",
      params: { view: "unanswered", sort: "ratting" },
    }),
  },
  {
    daysAgo: 3.2,
    view: view({ list: "audit-log", name: "Settings", params: { thing: "settings" } }),
  },
];

/** With how often. */
export const demoMisses: [term: string, times: number][] = [
  ["egr valve", 5],
  ["particulate filter", 3],
  ["towbar 13 pin", 2],
  ["wheel bolt m14", 2],
  ["roof box", 1],
];
export const dismissedMiss = "roof box";

/** Years before those that the shop has parts for, built as the year after: days and times asked for. */
export const demoMissedCars: { car: string; daysAgo: number; times: number }[] = [
  { car: "ostkamp/lind/2004", daysAgo: 5.6, times: 2 },
  { car: "haldren/pico/2003", daysAgo: 4.4, times: 4 },
  { car: "ostkamp/lind/2004", daysAgo: 2.1, times: 5 },
  { car: "mirelle/ondine/2003", daysAgo: 1.1, times: 1 },
];

/** Checked, and waits for the admin: one line names a part that there is not. */
export const demoPriceFile = {
  name: "prices-of-brakes.csv",
  text: "part,price\nPW-2312,86.50\nPW-4417,38.90\nPW-2440,61.00\nPW-24400,61.00\n",
};

export const demoFailure = "The mail server did not accept the letter: 452 4.2.2 mailbox full";
