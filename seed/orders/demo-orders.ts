import type { Condition, Resolution, ReturnReason, Wish } from "#contract/rules/returns.ts";
import type { CustomerName } from "./demo-customers.ts";

type Written = readonly [ratting: number, text: string];

type Outcome =
  /** Closed by the shop after two weeks. */
  | "unpaid"
  /** Tried with a card that was declined. */
  | "declined"
  | "cancelled"
  /** Paid, then cancelled by the customer or by an admin, and refunded. */
  | "returned"
  | "stopped"
  /** The bank asked for the money, and decided for the shop. */
  | "disputed"
  | { dollars: number; note: string }
  | { pieces: number; note: string }
  /** What is left, after the parts came back. */
  | { all: string };

export type DemoOrder = {
  daysAgo: number;
  by: CustomerName;
  part: string;
  quantity: number;
  /** Paid, if nothing is said. */
  outcome?: Outcome;
  /** All of it, if nothing is said. */
  sent?: "nothing" | "packed" | "in part";
  /** Written a few days later. */
  review?: Written;
  /** Of the shop, later. */
  ofShop?: Written;
  /** Kept with it by the admin, the day after. */
  note?: string;
  /** The admin corrects where it goes, the day after. */
  movesTo?: string;
  comesBack?: DemoReturn;
};

export type DemoReturn = {
  afterDays: number;
  pieces: number;
  /** `core`: an old part, for the deposit of a new one. */
  reason: ReturnReason | "core";
  wants?: Wish;
  note: string;
  /** What the admin does next, each with the days since the order. */
  answers?: {
    approve?: number;
    refuse?: number;
    receive?: number;
    inspect?: number;
    close?: number;
  };
  /** New pieces go back to the shelf, others are written off. */
  found?: { condition: Condition; resolution: Resolution };
};

function order(
  daysAgo: number,
  by: CustomerName,
  [part, quantity]: [string, number],
  rest: Omit<DemoOrder, "daysAgo" | "by" | "part" | "quantity"> = {},
): DemoOrder {
  return { daysAgo, by, part, quantity, ...rest };
}

/** Sixty in thirty days. */
export const demoOrders: DemoOrder[] = [
  order(29.8, "Annika Lindqvist", ["PW-2312", 8], {
    review: [5, "Run-out under 0.02 mm on all eight, measured on the hub. No judder so far."],
  }),
  order(29.2, "Grace Adeyemi", ["PW-1042", 240], {
    review: [5, "Two hundred and forty in one go, every seal in place. Our vans get nothing else."],
  }),
  order(28.9, "Tomasz Wieczorek", ["PW-801-240", 3], {
    review: [4, "Complete with bearing and grease. One carton was dented, the kit was fine."],
  }),
  order(28.4, "Carl Mercer", ["PW-1150", 1], {
    ofShop: [
      5,
      "Ordered at night, in Manchester two days later. What stood there as stock was stock.",
    ],
    review: [4, "Charges 14.3 V at idle with everything on. The pulley bolt was not in the box."],
  }),
  order(28.1, "Declan Byrne", ["PW-1150", 1], {
    review: [3, "Good unit, but the plug is clocked differently. Allow half an hour for the loom."],
  }),
  order(27.7, "Mateus Carvalho", ["PW-9140", 4], {
    review: [5, "Four on one car, within a millimetre side to side at the first try."],
  }),
  order(27.3, "Priya Raghunathan", ["PW-704-18", 24], {
    review: [5, "On our taxis for a month of bad roads, no play at all."],
  }),
  order(27, "Hiroko Tanabe", ["PW-7702", 8]),
  order(26.6, "Sarah Whitcombe", ["PW-2312", 40], {
    review: [5, "Thickness and hat height as in the table, in all forty. Well packed."],
  }),
  order(26.1, "Luc Desrochers", ["PW-601-140", 2], {
    review: [4, "Flat flange, gasket included, fitted in an afternoon. A torque sheet would help."],
  }),
  order(25.8, "Jonas Berg", ["PW-6504", 1], { outcome: "unpaid" }),
  order(25.4, "Grace Adeyemi", ["PW-2208", 60], {
    review: [4, "Frame sits tight, no dust behind it. The pleats of one were bent."],
  }),
  order(25, "Annika Lindqvist", ["PW-4417", 20], {
    review: [5, "Quiet from the first stop, and wear sensors are in the box."],
  }),
  order(24.6, "Tomasz Wieczorek", ["PW-6120", 1], { outcome: "returned" }),
  order(24.1, "Priya Raghunathan", ["PW-706-275F", 40], {
    review: [5, "Boots still soft after 9,000 km. We keep them on the shelf now."],
  }),
  order(23.7, "Mateus Carvalho", ["PW-2440", 8]),
  order(23.3, "Sarah Whitcombe", ["PW-1214", 6], {
    outcome: { pieces: 1, note: "One arrived with a cracked nose cone" },
    review: [3, "Five are strong, one came cracked. It was refunded the same day."],
  }),
  order(22.8, "Carl Mercer", ["PW-503-6PK1750", 2], {
    review: [5, "Right length, no squeal on a cold morning."],
  }),
  order(22.4, "Declan Byrne", ["PW-708-5112", 2], {
    review: [5, "Sensor ring reads cleanly, bolts straight on."],
  }),
  order(22, "Hiroko Tanabe", ["PW-3310", 30], {
    review: [4, "Good fit. I would like smaller boxes for a two-bay garage."],
  }),
  order(21.6, "Luc Desrochers", ["PW-602-88", 4], {
    review: [5, "Opens at 88 degrees in the pot, to the degree."],
  }),
  order(21.1, "Jonas Berg", ["PW-2312", 2], {
    ofShop: [4, "Good parts and honest figures. I would like to see the weight of each part."],
    review: [4, "Fine discs. The coating on the hat came off where the clamp sat."],
  }),
  order(20.7, "Grace Adeyemi", ["PW-5081", 50]),
  order(20.2, "Annika Lindqvist", ["PW-904-5620", 4], { outcome: "unpaid" }),
  order(19.8, "Priya Raghunathan", ["PW-4417", 30], {
    outcome: "disputed",
    review: [4, "They last. The first kilometres smell a little."],
  }),
  order(19.3, "Mateus Carvalho", ["PW-701-13F", 2]),
  order(18.9, "Sarah Whitcombe", ["PW-1042", 300], {
    review: [5, "Thread and seal identical from batch to batch."],
  }),
  order(18.4, "Carl Mercer", ["PW-8820-L", 1], { outcome: "returned" }),
  order(18, "Tomasz Wieczorek", ["PW-501-13125", 10], {
    review: [5, "Teeth clean, width exact. Marked with the arrow, which saves a thought."],
  }),
  order(17.5, "Declan Byrne", ["PW-404-875", 1], { outcome: "cancelled" }),
  order(17.1, "Hiroko Tanabe", ["PW-7702", 12], {
    outcome: { dollars: 25, note: "Late by four days, our mistake" },
    review: [4, "Twelve of twelve fire. They came four days late, for which I got $25 back."],
  }),
  order(16.6, "Jonas Berg", ["PW-803-27", 2], {
    review: [4, "Splines are right, grease enough for both."],
  }),
  order(16.2, "Luc Desrochers", ["PW-1002-600", 40], { outcome: "unpaid" }),
  order(15.7, "Grace Adeyemi", ["PW-1042", 180]),
  order(15.2, "Annika Lindqvist", ["PW-9140", 6], {
    review: [4, "Damping as it should be. Bump stops have to be ordered apart."],
  }),
  order(14.8, "Sarah Whitcombe", ["PW-905-840R", 20]),
  order(14.3, "Priya Raghunathan", ["PW-7714-R", 30], {
    review: [5, "Thirty rods, thirty straight threads."],
  }),
  order(13.9, "Mateus Carvalho", ["PW-2312", 4], {
    outcome: { all: "Ordered for the wrong axle" },
  }),
  order(13.4, "Tomasz Wieczorek", ["PW-602-88", 6], {
    comesBack: {
      afterDays: 6.1,
      pieces: 1,
      reason: "defective",
      note: "Drips at the lower flange",
      answers: { refuse: 6.9 },
    },
  }),
  order(12.9, "Carl Mercer", ["PW-3310", 2], {
    review: [5, "The car smells of nothing again."],
    comesBack: {
      afterDays: 5.4,
      pieces: 1,
      reason: "not_needed",
      note: "One was enough",
      answers: { approve: 5.6, receive: 8, inspect: 8.2, close: 8.3 },
      found: { condition: "new", resolution: "refund" },
    },
  }),
  order(12.5, "Declan Byrne", ["PW-601-140", 1], {
    review: [5, "No leak, no noise, and the gasket was in the box."],
  }),
  order(12, "Hiroko Tanabe", ["PW-2208", 12], {
    comesBack: {
      afterDays: 5,
      pieces: 1,
      reason: "damaged",
      note: "The pleats of one are crushed",
      answers: { approve: 5.2, receive: 8.1, inspect: 8.3, close: 8.4 },
      found: { condition: "damaged", resolution: "replace" },
    },
  }),
  order(11.4, "Jonas Berg", ["PW-1214", 1], {
    review: [5, "Turns a cold diesel at minus twelve without thinking about it."],
  }),
  order(10.9, "Luc Desrochers", ["PW-6504", 1], { outcome: "stopped" }),
  order(10.3, "Grace Adeyemi", ["PW-4417", 40], {
    comesBack: {
      afterDays: 5,
      pieces: 4,
      reason: "wrong_part",
      note: "Four boxes are rear pads",
      answers: { approve: 5.3, receive: 9.1, inspect: 9.9 },
      found: { condition: "new", resolution: "refund" },
    },
  }),
  order(9.8, "Annika Lindqvist", ["PW-706-275F", 12], {
    review: [4, "Good joints, dull nuts."],
    comesBack: {
      afterDays: 6.5,
      pieces: 2,
      reason: "damaged",
      wants: "replace",
      note: "Two boots torn in the box",
    },
  }),
  order(9.2, "Sarah Whitcombe", ["PW-903-175", 60], { outcome: "cancelled" }),
  order(8.7, "Priya Raghunathan", ["PW-1042", 120], {
    note: "Wants the next 120 in the first week of the month",
    comesBack: {
      afterDays: 4.8,
      pieces: 20,
      reason: "not_needed",
      note: "",
      answers: { approve: 5.1, receive: 7.6 },
    },
  }),
  order(8.1, "Carl Mercer", ["PW-2312", 2], {
    outcome: { dollars: 12.5, note: "Goodwill for a dented carton" },
  }),
  order(7.4, "Tomasz Wieczorek", ["PW-708-5112", 4], { sent: "in part" }),
  order(6.8, "Mateus Carvalho", ["PW-8138", 3], {
    comesBack: {
      afterDays: 5,
      pieces: 1,
      reason: "does_not_fit",
      note: "Plug has four pins, not three",
      answers: { approve: 5.3 },
    },
  }),
  order(6.1, "Declan Byrne", ["PW-503-6PK1750", 4], {
    sent: "nothing",
    note: "Asked us by telephone to wait until he is back on Friday",
  }),
  order(5.3, "Hiroko Tanabe", ["PW-4417", 6], { outcome: "unpaid" }),
  order(4.6, "Jonas Berg", ["PW-801-240", 1], {
    sent: "nothing",
    movesTo: "Verkstedveien 11, 5053 Bergen",
  }),
  order(3.9, "Luc Desrochers", ["PW-9140", 2], { outcome: "returned" }),
  order(3.1, "Grace Adeyemi", ["PW-2208", 80]),
  order(2.4, "Annika Lindqvist", ["PW-2440", 4], { outcome: "declined" }),
  order(1.6, "Sarah Whitcombe", ["PW-601-140", 12], { sent: "packed" }),
  order(0.9, "Carl Mercer", ["PW-4417", 1], { outcome: "cancelled" }),
  order(0.02, "Carl Mercer", ["PW-1002-600", 2], { outcome: "unpaid" }),
];
