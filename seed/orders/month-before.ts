import type { CustomerName } from "./demo-customers.ts";
import type { DemoOrder } from "./demo-orders.ts";

type Plain = readonly [daysAgo: number, by: CustomerName, part: string, quantity: number];

const plain: readonly Plain[] = [
  [58.6, "Grace Adeyemi", "PW-1042", 120],
  [56.9, "Annika Lindqvist", "PW-2312", 4],
  [55.3, "Tomasz Wieczorek", "PW-601-140", 4],
  [53.8, "Sarah Whitcombe", "PW-1042", 160],
  [52.4, "Priya Raghunathan", "PW-4417", 20],
  [50.7, "Luc Desrochers", "PW-602-88", 2],
  [49.2, "Hiroko Tanabe", "PW-7702", 8],
  [47.5, "Mateus Carvalho", "PW-9140", 4],
  [46.1, "Carl Mercer", "PW-3310", 4],
  [44.4, "Declan Byrne", "PW-2312", 2],
  [42.6, "Grace Adeyemi", "PW-2208", 40],
  [40.9, "Priya Raghunathan", "PW-706-275F", 24],
  [38.2, "Sarah Whitcombe", "PW-2312", 16],
  [36.7, "Jonas Berg", "PW-4417", 2],
  [34.3, "Annika Lindqvist", "PW-9140", 2],
  [32.1, "Hiroko Tanabe", "PW-3310", 20],
];

const ended = [
  [45.2, "Luc Desrochers", "PW-6504", 1, "returned"],
  [37.4, "Tomasz Wieczorek", "PW-4417", 4, "cancelled"],
] as const;

/** With which the last thirty days are compared. */
export const monthBefore: readonly DemoOrder[] = [
  ...plain.map(([daysAgo, by, part, quantity]) => ({ daysAgo, by, part, quantity })),
  ...ended.map(([daysAgo, by, part, quantity, outcome]) => ({
    daysAgo,
    by,
    part,
    quantity,
    outcome,
  })),
];
