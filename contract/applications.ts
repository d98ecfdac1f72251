import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { part } from "./catalog.ts";
import { countFromQuery, id, requiredText, term, text } from "./fields.ts";
import { builtVehicle, factWords, slug, yearInPath } from "./fitment.ts";

const aModel = "Choose a model";
const model = text(161, aModel).check(z.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, aModel));
const year = z
  .int("Must be a year such as 2014")
  .check(z.minimum(1900, "Must be 1900 or later"), z.maximum(2100, "Must be 2100 or earlier"));
const terms = z.array(term).check(z.maxLength(12, "Must be at most 12 conditions"));
/** The driver's side is another one in other cars, so no position is called so. */
const position = z.nullable(
  requiredText(80).check(
    z.refine(
      (name) => !/driver|passenger/i.test(name),
      "Write Left or Right, as seen by the driver, and add a condition on the steering wheel",
    ),
  ),
);
const quantity = z.nullable(
  z
    .int("Must be a whole number")
    .check(z.minimum(1, "Must be 1 to 99"), z.maximum(99, "Must be 1 to 99")),
);
const held = z.nullable(requiredText(200));
const version = z.int().check(z.minimum(1));
const applicationId = text(16).check(z.regex(/^[1-9]\d*$/, "Is not an id of ours"));

export const newApplication = z.strictObject({
  /** Slugs of make and model, as "corvane/arden". */
  model,
  from: year,
  to: year,
  /** All must hold. */
  terms,
  position,
  /** Pieces for this position of one car; null: not said. */
  quantity,
  /** Tells alike applications of one part apart. */
  label: text(80),
  /** Shown to customers; restricts nothing. */
  remark: text(500),
  /** Why nobody is told that the part fits by it; null: it counts. */
  heldBecause: held,
});
export type NewApplication = z.output<typeof newApplication>;

export const applicationEdit = z.partial(
  z.strictObject({
    /** That of the record which was edited; a change of somebody else in between is refused then. */
    version,
    model,
    from: year,
    to: year,
    terms,
    position,
    quantity,
    label: text(80),
    remark: text(500),
    heldBecause: held,
  }),
);
export type ApplicationEdit = z.output<typeof applicationEdit>;

const application = z.object({
  _id: z.string(),
  version: z.number(),
  model: z.string(),
  /** "Corvane Arden" */
  vehicles: z.string(),
  from: z.number(),
  to: z.number(),
  terms,
  position: z.nullable(z.string()),
  quantity: z.nullable(z.number()),
  label: z.string(),
  remark: z.string(),
  heldBecause: z.nullable(z.string()),
});
export type Application = z.output<typeof application>;

const declaration = z.object({
  universal: z.boolean(),
  /** Its applications name every car that it fits: silence means no. */
  listsAllVehicles: z.boolean(),
});
const declared = z.extend(declaration, {
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  /** None: then it cannot have applications. */
  type: z.nullable(z.string()),
  soldForVehicles: z.boolean(),
  applications: z.number(),
});
export type FitDeclaration = z.output<typeof declared>;

const heldApplication = z.extend(application, {
  part: z.object({ _id: z.string(), number: z.string(), name: z.string() }),
  text: z.string(),
  /** Numbers of the orders from which the part came back as not fitting, and that count. */
  failedOrders: z.array(z.number()),
});
export type HeldApplication = z.output<typeof heldApplication>;

const ofPart = { id };
const ofApplication = { id: text(40) };

export const applicationCalls = {
  list: {
    method: "GET",
    path: "/parts/:id/applications",
    summary:
      "Lists the applications of a part by vehicle, held ones too. The next page begins after the `_id` of the last one.",
    who: "admin",
    params: ofPart,
    query: { limit: z.optional(countFromQuery(100)), after: z.optional(applicationId) },
    reply: z.array(application),
    refusals: [],
  },
  add: {
    method: "POST",
    path: "/parts/:id/applications",
    summary:
      "Says that a part fits a model in some years, under conditions. No car was ever built so: refused.",
    who: "admin",
    area: "catalogue",
    params: ofPart,
    body: newApplication,
    reply: application,
    refusals: ["invalid", "not-found", "conflict"],
  },
  edit: {
    method: "PATCH",
    path: "/applications/:id",
    summary: "Changes the given fields of an application; its conditions are replaced as a whole.",
    who: "admin",
    area: "catalogue",
    params: ofApplication,
    body: applicationEdit,
    reply: application,
    refusals: ["invalid", "not-found", "conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/applications/:id",
    summary: "Removes an application.",
    who: "admin",
    area: "catalogue",
    params: ofApplication,
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
  held: {
    method: "GET",
    path: "/held-applications",
    summary:
      "Lists at most 200 applications by which nobody is told that a part fits, those that failed in orders first.",
    who: "admin",
    reply: z.array(heldApplication),
    refusals: [],
  },
  release: {
    method: "POST",
    path: "/applications/:id/release",
    summary:
      "Lets a held application count again, and says why. The failures that were counted until now count no longer.",
    who: "admin",
    area: "catalogue",
    params: ofApplication,
    body: z.strictObject({
      version,
      because: requiredText(200, "Say why it counts again"),
    }),
    reply: application,
    refusals: ["not-found", "conflict"],
  },
  declared: {
    method: "GET",
    path: "/parts/:id/fit-declaration",
    summary: "Answers what the owner says of the fit of a part as a whole.",
    who: "admin",
    params: ofPart,
    reply: declared,
    refusals: ["not-found"],
  },
  declare: {
    method: "PUT",
    path: "/parts/:id/fit-declaration",
    summary:
      "Says of a part that it is made for no car in particular, or that its applications name every car that it fits.",
    who: "admin",
    area: "catalogue",
    params: ofPart,
    body: z.strictObject({
      universal: z.boolean("Must be true or false"),
      listsAllVehicles: z.boolean("Must be true or false"),
    }),
    reply: declared,
    refusals: ["invalid", "not-found"],
  },
  ofVehicle: {
    method: "GET",
    path: "/vehicle-applications/:make/:model/:year/:type",
    summary:
      "Answers all that decides which parts of a type fit a vehicle: how it was built, and their applications for it. At most 200 parts.",
    who: "admin",
    params: { make: slug, model: slug, year: yearInPath, type: slug },
    reply: z.object({
      vehicle: builtVehicle,
      parts: z.array(z.omit(part, { description: true })),
      applications: z.array(
        z.object({
          part: z.string(),
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
        }),
      ),
      facts: z.array(factWords),
      positions: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
    refusals: ["not-found"],
  },
  words: {
    method: "GET",
    path: "/fit-words",
    summary: "Lists the facts of vehicles with all their values, and the names of positions.",
    who: "admin",
    reply: z.object({ facts: z.array(factWords), positions: z.array(z.string()) }),
    refusals: [],
  },
} as const satisfies Calls;
