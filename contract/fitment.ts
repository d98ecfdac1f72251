import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { part } from "./catalog.ts";
import { id, knownTerms, outcome, term, text, vehicleId } from "./fields.ts";
import { follows, partListTags } from "./tags.ts";

export const slug = text(80).check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Is not an address of ours"),
);
export const yearInPath = z.string().check(z.regex(/^\d{4}$/, "Must be a year"));
export const verdict = z.discriminatedUnion("says", [
  z.object({
    says: z.literal("yes"),
    proof: z.array(z.number()),
    because: z.array(term),
    needs: z.array(z.object({ position: z.nullable(z.number()), pieces: z.array(z.number()) })),
  }),
  z.object({
    says: z.literal("yes-if"),
    ask: z.string(),
    answers: z.array(z.object({ term, leadsTo: outcome })),
    open: z.array(z.object({ fact: z.string(), undecided: z.number() })),
  }),
  z.object({
    says: z.literal("no"),
    why: z.enum(["not-listed", "another-car"]),
    against: z.array(z.object({ needs: term, has: z.array(term) })),
    listed: z.array(z.array(term)),
  }),
  z.object({
    says: z.literal("not-known"),
    why: z.enum(["no-data", "universal", "contradiction", "being-checked", "other-series"]),
  }),
]);

const named = z.object({ slug: z.string(), name: z.string() });

export const vehicle = z.object({
  id: z.number(),
  make: named,
  model: named,
  year: z.number(),
});
export type Vehicle = z.output<typeof vehicle>;

export const factWords = z.object({
  key: z.string(),
  kind: z.enum(["choice", "date", "number", "serial", "look"]),
  question: z.string(),
  whereToLook: z.string(),
  effort: z.number(),
  unit: z.nullable(z.string()),
  values: z.array(z.object({ id: z.number(), label: z.string() })),
});
export type FactWords = z.output<typeof factWords>;

const builtAs = {
  /** Days such as 20140101, both included. */
  built: z.nullable(z.object({ from: z.optional(z.number()), to: z.optional(z.number()) })),
  combinations: z.array(z.record(z.string(), z.union([z.number(), z.string()]))),
};
export const builtVehicle = z.extend(vehicle, builtAs);

const vehiclePage = z.extend(builtVehicle, {
  facts: z.array(factWords),
  /** With the number of parts that have applications for it. */
  types: z.array(z.extend(named, { parts: z.number() })),
});
export const listQuestion = z.nullable(
  z.object({
    fact: z.string(),
    decides: z.number(),
    of: z.number(),
    answers: z.array(term),
  }),
);
/** Verdicts, the question that decides most of them, and the words for both. */
export const judged = z.object({
  items: z.array(z.object({ part: z.string(), verdict })),
  question: listQuestion,
  facts: z.array(factWords),
  positions: z.array(z.object({ id: z.number(), name: z.string() })),
});

const listed = {
  universal: z.boolean(),
  listsAllVehicles: z.boolean(),
  applications: z.array(
    z.object({
      terms: z.array(term),
      position: z.nullable(z.number()),
      quantity: z.nullable(z.number()),
      held: z.boolean(),
    }),
  ),
};

/** By which a browser judges the same parts for the next answer itself. */
const judgedWithBasis = z.extend(judged, {
  basis: z.object({
    vehicle: z.object(builtAs),
    rows: z.array(
      z.object({ ...listed, part: z.string(), inside: z.optional(z.array(z.object(listed))) }),
    ),
  }),
});
export type JudgedWithBasis = z.output<typeof judgedWithBasis>;

const partsOfVehicle = z.extend(judged, {
  vehicle,
  type: named,
  parts: z.array(z.omit(part, { description: true })),
  next: z.nullable(z.string()),
  /** Parts of this page for the same place of the car, which no label tells apart. */
  alike: z.array(z.array(z.string())),
});

export type VehiclePage = z.output<typeof vehiclePage>;

export const maxJudgedParts = 200;

const cached = { follows: ["vehicles"] } as const;

export const vehicleCalls = {
  makes: {
    method: "GET",
    path: "/vehicles",
    summary: "Lists the makes of vehicles.",
    who: "visitor",
    reply: z.array(named),
    refusals: [],
    cached,
  },
  models: {
    method: "GET",
    path: "/vehicles/:make",
    summary: "Lists the models of a make with their first and last model year.",
    who: "visitor",
    params: { make: slug },
    reply: z.extend(named, {
      models: z.array(z.extend(named, { from: z.number(), to: z.number() })),
    }),
    refusals: ["not-found"],
    cached,
  },
  years: {
    method: "GET",
    path: "/vehicles/:make/:model",
    summary: "Lists the model years of a model, newest first.",
    who: "visitor",
    params: { make: slug, model: slug },
    reply: z.extend(named, { make: named, vehicles: z.array(vehicle) }),
    refusals: ["not-found"],
    cached,
  },
  one: {
    method: "GET",
    path: "/vehicles/:make/:model/:year",
    summary: "Answers a vehicle: when it was built, in which combinations, and what can be asked.",
    who: "visitor",
    params: { make: slug, model: slug, year: yearInPath },
    reply: vehiclePage,
    refusals: ["not-found"],
    cached: { follows: follows.vehicle },
  },
  partsOfType: {
    method: "GET",
    path: "/vehicles/:make/:model/:year/:type",
    summary:
      "Lists the parts of a type that have applications for a vehicle, 48 a page, with the verdict on each while nothing else is known of the car.",
    who: "visitor",
    params: { make: slug, model: slug, year: yearInPath, type: slug },
    query: { after: z.optional(id) },
    reply: partsOfVehicle,
    refusals: ["not-found"],
    cached: {
      follows: follows.partsOfVehicle,
      shows: ({ parts }: z.output<typeof partsOfVehicle>) => partListTags(parts),
    },
  },
  readVin: {
    method: "POST",
    path: "/vehicles/read-vin",
    summary:
      "Reads a VIN: the vehicles that it can belong to, and what it says for sure. Nothing of it is stored.",
    who: "visitor",
    body: z.strictObject({ vin: text(40) }),
    reply: z.object({
      vehicles: z.array(vehicle),
      known: z.array(term),
      facts: z.array(factWords),
    }),
    refusals: ["invalid", "not-found", "too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
  judge: {
    method: "POST",
    path: "/fit",
    summary:
      "Says of each part whether it fits a vehicle of which some facts are known, and which question decides most, with what the rule needs to judge the next answer. Parts that are not made for vehicles are left out.",
    who: "visitor",
    body: z.strictObject({
      vehicle: vehicleId,
      known: knownTerms,
      parts: z.array(id).check(z.maxLength(maxJudgedParts, "Must be at most 200 parts")),
    }),
    reply: judgedWithBasis,
    isCompressed: true,
    refusals: ["invalid", "not-found", "too-many"],
    rateLimit: { max: 3_000, seconds: 600 },
  },
} as const satisfies Calls;
