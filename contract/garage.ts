import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { date, id, knownTerms, requiredText, term, text } from "./fields.ts";
import { factWords, vehicle } from "./fitment.ts";

const odometer = z.nullable(
  z
    .int("Must be a whole number")
    .check(z.minimum(0, "Must not be negative"), z.maximum(9_999_999, "Is too large")),
);
const name = text(60);
const vin = z.nullable(text(40));

const car = z.object({
  _id: z.string(),
  /** Empty: then it goes by its make and model. */
  name: z.string(),
  vehicle,
  known: z.array(term),
  /** The last four places of its VIN. */
  vinEnd: z.nullable(z.string()),
  odometer: z.nullable(z.number()),
  services: z.number(),
});
export type Car = z.output<typeof car>;

const service = z.object({
  _id: z.string(),
  doneOn: z.string(),
  fitted: z.string(),
  /** The number of the part, if it is one of ours. */
  part: z.nullable(z.string()),
  odometer: z.nullable(z.number()),
  note: z.string(),
});
export type Service = z.output<typeof service>;

const carPage = z.extend(car, {
  vin: z.nullable(z.string()),
  book: z.array(service),
  facts: z.array(factWords),
});
export type CarPage = z.output<typeof carPage>;

const ofCar = { id };

export const garageCalls = {
  list: {
    method: "GET",
    path: "/garage",
    summary: "Lists the caller's cars, the newest first, and the words for what is known of them.",
    who: "signed-in",
    reply: z.object({ cars: z.array(car), facts: z.array(factWords) }),
    refusals: [],
  },
  add: {
    method: "POST",
    path: "/garage",
    summary: "Keeps a car in the caller's garage. A VIN is encrypted before it is stored.",
    who: "signed-in",
    body: z.strictObject({
      vehicle: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
      known: knownTerms,
      name: z._default(name, ""),
      vin: z._default(vin, null),
      odometer: z._default(odometer, null),
    }),
    reply: carPage,
    refusals: ["invalid", "not-found", "conflict", "too-many"],
    rateLimit: { max: 100, seconds: 600 },
  },
  one: {
    method: "GET",
    path: "/garage/:id",
    summary: "Answers one of the caller's cars, with its VIN and its service book.",
    who: "own",
    params: ofCar,
    reply: carPage,
    refusals: ["not-found"],
  },
  edit: {
    method: "PATCH",
    path: "/garage/:id",
    summary: "Changes the given fields of one of the caller's cars.",
    who: "own",
    params: ofCar,
    body: z.partial(z.strictObject({ known: knownTerms, name, vin, odometer })),
    reply: carPage,
    refusals: ["invalid", "not-found"],
  },
  remove: {
    method: "DELETE",
    path: "/garage/:id",
    summary: "Removes one of the caller's cars with its service book.",
    who: "own",
    params: ofCar,
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
  addService: {
    method: "POST",
    path: "/garage/:id/services",
    summary:
      "Writes into the service book of one of the caller's cars what was fitted when. A number of ours is linked to its part.",
    who: "own",
    params: ofCar,
    body: z.strictObject({
      doneOn: date("Choose a day"),
      fitted: requiredText(200, "Say what was fitted or done"),
      odometer,
      note: text(2000),
    }),
    reply: carPage,
    refusals: ["invalid", "not-found", "conflict"],
  },
  removeService: {
    method: "DELETE",
    path: "/garage/services/:id",
    summary: "Takes an entry out of the service book of one of the caller's cars.",
    who: "own",
    params: { id },
    reply: carPage,
    refusals: ["not-found"],
  },
} as const satisfies Calls;
