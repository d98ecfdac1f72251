import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { date, requiredText, text } from "./fields.ts";
import { slug, yearInPath } from "./fitment.ts";

const name = requiredText(80);
const year = z
  .int("Must be a year such as 2014")
  .check(z.minimum(1900, "Must be 1900 or later"), z.maximum(2100, "Must be 2100 or earlier"));
const day = date("Must be a date such as 2014-01-31");

/** When cars of a model year left the works, and what was built together, as "engine=2.0; drive=All". */
const built = {
  built: z.nullable(z.strictObject({ from: day, to: day })),
  combinations: z.array(text(500)).check(z.maxLength(200, "Must be at most 200")),
};

const car = z.strictObject({
  what: z.literal("car"),
  /** Make and model are added where there are none of these names. */
  make: name,
  model: name,
  year,
  ...built,
});
const make = z.strictObject({ what: z.literal("make"), make: slug, name });
const model = z.strictObject({ what: z.literal("model"), make: slug, model: slug, name });
const fact = z.strictObject({
  what: z.literal("fact"),
  key: text(40).check(z.regex(/^[a-z][a-z0-9:-]*$/, "Must be small letters such as engine")),
  kind: z.enum(["choice", "date", "number", "serial", "look"]),
  question: requiredText(200),
  whereToLook: text(500),
  effort: z.int("Must be 1 to 9").check(z.minimum(1), z.maximum(9)),
  unit: z.nullable(requiredText(20)),
  /** Those that it has, by their slugs, and new ones. */
  answers: z
    .array(z.strictObject({ slug: z.nullable(slug), label: requiredText(80) }))
    .check(z.maxLength(500, "Must be at most 500")),
});

export const vehicleChange = z.discriminatedUnion("what", [car, make, model, fact]);
export type VehicleChange = z.output<typeof vehicleChange>;
export type ChangeOf<What extends VehicleChange["what"]> = Extract<VehicleChange, { what: What }>;

export const codeMeaning = z.strictObject({
  source: requiredText(40),
  code: requiredText(300),
  make: text(80),
  model: text(80),
  year: text(4),
  /** Empty: it leaves out no car. */
  conditions: text(500),
  position: text(80),
  type: text(80),
});
export type CodeMeaning = z.output<typeof codeMeaning>;

export const vehicleEditCalls = {
  change: {
    method: "POST",
    path: "/vehicle-changes",
    summary:
      "Adds or changes a model year with how it was built, renames a make or model, or adds or changes a fact of cars. Earlier addresses lead to the new ones.",
    who: "admin",
    area: "catalogue",
    body: vehicleChange,
    /** The slugs of make and model, empty for a fact. */
    reply: z.object({ make: z.string(), model: z.string() }),
    refusals: ["invalid", "not-found", "conflict"],
  },
  built: {
    method: "GET",
    path: "/vehicle-changes/:make/:model/:year",
    summary: "Answers how a model year was built, as it is changed.",
    who: "admin",
    params: { make: slug, model: slug, year: yearInPath },
    reply: z.object(built),
    refusals: ["not-found"],
  },
  facts: {
    method: "GET",
    path: "/vehicle-facts",
    summary: "Lists the facts of cars as they are changed, with the slugs of their answers.",
    who: "admin",
    reply: z.array(z.omit(z.object(fact.shape), { what: true })),
    refusals: [],
  },
  nameCode: {
    method: "POST",
    path: "/vehicle-codes",
    summary:
      "Says what a code or a note in files of others means here. It is remembered for all later imports.",
    who: "admin",
    area: "catalogue",
    body: codeMeaning,
    reply: z.object({ remembered: z.literal(true) }),
    refusals: ["invalid"],
  },
} as const satisfies Calls;
