import * as z from "zod/mini";
import type { Calls } from "./call.ts";

export const periods = ["today", "week", "month"] as const;
export type Period = (typeof periods)[number];

const compared = z.object({ now: z.nullable(z.number()), before: z.nullable(z.number()) });
export type Compared = z.output<typeof compared>;

const figures = z.object({
  orders: compared,
  paid: compared,
  refunded: compared,
  returns: compared,
  /** Of the orders that were paid. */
  average: compared,
});

const day = z.object({ day: z.string(), paid: z.number(), before: z.number() });
export type PaidDay = z.output<typeof day>;

const chart = z.object({
  width: z.number(),
  height: z.number(),
  bars: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  before: z.string(),
  grid: z.array(z.object({ y: z.number(), label: z.string() })),
  days: z.array(
    z.object({ x: z.number(), label: z.string(), anchor: z.enum(["start", "middle", "end"]) }),
  ),
});
export type PaidChart = z.output<typeof chart>;

export const mostCounted = 1_000;
/** For so many days a review is new, unless somebody has looked at it. */
export const newReviewDays = 7;

const stuckRefund = z.object({
  order: z.string(),
  number: z.nullable(z.number()),
  amount: z.number(),
  tries: z.number(),
});
export type StuckRefund = z.output<typeof stuckRefund>;

const toDo = z.object({
  toShip: z.nullable(z.number()),
  unpaid: z.nullable(z.number()),
  expiring: z.nullable(z.number()),
  stuckRefunds: z.nullable(z.array(stuckRefund)),
  failedJobs: z.nullable(z.number()),
  lowStock: z.nullable(
    z.object({
      count: z.number(),
      first: z.array(z.object({ _id: z.string(), number: z.string(), left: z.number() })),
    }),
  ),
  newReviews: z.nullable(z.number()),
  /** Reported, or waiting to be shown. */
  reviewsToCheck: z.nullable(z.number()),
  importsToApply: z.nullable(z.number()),
  openReturns: z.nullable(z.number()),
  openWithdrawals: z.nullable(z.number()),
  /** Lines of the catalogue that came back as not fitting. */
  heldApplications: z.nullable(z.number()),
  sampleTexts: z.nullable(z.number()),
  /** What invoices must say of the seller and the settings lack. */
  sellerLacks: z.nullable(z.array(z.enum(["name", "address", "vatId"]))),
  /** Orders whose documents wait for it. */
  heldDocuments: z.nullable(z.number()),
  secondFactorRequired: z.nullable(z.boolean()),
  books: z.nullable(z.object({ differences: z.number(), checkedAt: z.nullable(z.string()) })),
});
export type ToDo = z.output<typeof toDo>;

const bestSeller = z.object({
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  pieces: z.number(),
});
export type BestSeller = z.output<typeof bestSeller>;

const named = z.object({ slug: z.string(), name: z.string() });
const missedVehicle = z.object({
  id: z.number(),
  make: named,
  model: named,
  year: z.number(),
  count: z.number(),
});

export const overview = z.object({
  from: z.string(),
  to: z.string(),
  figures: z.nullable(figures),
  paidPerDay: z.nullable(
    z.object({ days: z.array(day), charts: z.object({ narrow: chart, wide: chart }) }),
  ),
  toDo,
  bestSellers: z.nullable(z.array(bestSeller)),
  missed: z.nullable(z.array(z.object({ term: z.string(), count: z.number() }))),
  missedVehicles: z.nullable(z.array(missedVehicle)),
});
export type Overview = z.output<typeof overview>;

const waitingCount = z.nullable(z.number());

export const waitingWork = z.object({
  toShip: waitingCount,
  openReturns: waitingCount,
  openWithdrawals: waitingCount,
  reviewsToCheck: waitingCount,
  lowStock: waitingCount,
  importsToApply: waitingCount,
  failedJobs: waitingCount,
});
export type WaitingWork = z.output<typeof waitingWork>;

export const overviewCalls = {
  waiting: {
    method: "GET",
    path: "/overview/waiting",
    summary: "Counts what waits for an admin.",
    who: "admin",
    reply: waitingWork,
    refusals: [],
  },
  read: {
    method: "GET",
    path: "/overview",
    summary:
      "Answers what was ordered, paid and refunded today, or in the last 7 or 30 days, against as many days before; what waits for somebody; and what sells best. Days begin in the time zone of the shop. What could not be read is null; the rest is answered.",
    who: "admin",
    query: {
      period: z.optional(z.enum(periods, "Is not a period")),
    },
    reply: overview,
    refusals: [],
  },
} as const satisfies Calls;
