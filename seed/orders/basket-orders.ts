import type { CheckoutAddress } from "#contract/checkout-address.ts";
import type { CustomerName } from "./demo-customers.ts";

type Receipt = { afterDays: number; dollars: number; reference: string };

/** Of several parts, ordered through the basket; sent whole a day later, if nothing else is said. */
export type BasketOrder = {
  daysAgo: number;
  by: CustomerName;
  lines: readonly (readonly [part: string, pieces: number])[];
  /** On the account of the company, with what was received for it. */
  onAccount?: readonly Receipt[];
  sent?: "nothing" | "first line";
  /** Of the first line: an old part that came back for its deposit. */
  oldPartBack?: "announced" | "refunded";
  /** Stated by the withdrawal form. */
  withdrawn?: { afterDays: number; goods: string };
};

export const basketOrders: readonly BasketOrder[] = [
  {
    daysAgo: 20.4,
    by: "Declan Byrne",
    lines: [
      ["PW-2312", 8],
      ["PW-4417", 20],
      ["PW-1042", 24],
    ],
    onAccount: [],
  },
  {
    daysAgo: 17.2,
    by: "Carl Mercer",
    oldPartBack: "refunded",
    lines: [
      ["PW-1150", 1],
      ["PW-503-6PK1750", 2],
    ],
  },
  {
    daysAgo: 10.3,
    by: "Carl Mercer",
    lines: [
      ["PW-2440", 8],
      ["PW-9140", 4],
    ],
    onAccount: [{ afterDays: 5, dollars: 150, reference: "MBG 2291, first half" }],
    sent: "first line",
  },
  {
    daysAgo: 9.6,
    by: "Annika Lindqvist",
    lines: [
      ["PW-708-5112", 2],
      ["PW-701-13F", 2],
      ["PW-2312", 2],
    ],
    withdrawn: { afterDays: 5.5, goods: "" },
  },
  {
    daysAgo: 7.9,
    by: "Luc Desrochers",
    oldPartBack: "announced",
    lines: [
      ["PW-1214", 6],
      ["PW-602-88", 4],
    ],
  },
  {
    daysAgo: 3.3,
    by: "Declan Byrne",
    lines: [
      ["PW-704-18", 24],
      ["PW-3310", 30],
    ],
    onAccount: [],
    sent: "nothing",
  },
];

/** Nobody finds an order by these words, so a person has to. */
export const unclearWithdrawal = {
  daysAgo: 2.1,
  name: "Jonas Berg",
  email: "j.berg@post.example",
  orderNumber: "The order from last week",
  goods: "The thermostat only",
} as const;

const place = (
  street: string,
  postcode: string,
  city: string,
  country: string,
): Omit<CheckoutAddress, "name" | "phone"> => ({
  company: "",
  street,
  postcode,
  city,
  region: "",
  country,
});

export const basketAddresses: Partial<Record<CustomerName, ReturnType<typeof place>>> = {
  "Carl Mercer": place("Unit 7, Canal Works", "M1 2WD", "Manchester", "GB"),
  "Declan Byrne": place("5 Quay Lane", "T12 X8E2", "Cork", "IE"),
  "Annika Lindqvist": place("Ringgatan 14", "416 61", "Gothenburg", "SE"),
  "Luc Desrochers": place("880 rue du Garage", "G1K 3X2", "Quebec", "CA"),
};
