import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { part } from "./catalog.ts";
import { id, knownTerms, requiredText, text, vehicleId } from "./fields.ts";
import { judged, slug } from "./fitment.ts";

export const scopes = ["axle", "wheel", "side", "vehicle"] as const;
export type Scope = (typeof scopes)[number];
/** "check": whoever does the job looks whether it is worn. */
export const needs = ["always", "advised", "check"] as const;
export type Need = (typeof needs)[number];
export const axles = ["front", "rear"] as const;

const named = z.object({ slug: z.string(), name: z.string() });

const line = z.object({
  type: named,
  scope: z.enum(scopes),
  need: z.enum(needs),
  why: z.string(),
});
export type RepairLine = z.output<typeof line>;

export const repair = z.object({
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  note: z.string(),
  /** Then parts of the other one do not belong to it. */
  axle: z.nullable(z.enum(axles)),
  lines: z.array(line),
  version: z.number(),
});
export type Repair = z.output<typeof repair>;

const option = z.object({
  part: z.string(),
  /** For this place of one car. Null: the catalogue does not say. */
  pieces: z.nullable(z.number()),
  /** Depends on something that is not known of the car. */
  isLess: z.boolean(),
  units: z.number(),
  packOf: z.number(),
});
export type PlanOption = z.output<typeof option>;

const slot = z.object({ position: z.nullable(z.string()), options: z.array(option) });

const planned = z.extend(line, {
  slots: z.array(slot),
  /** Parts that would fit after one more answer. */
  open: z.number(),
});
export type PlannedLine = z.output<typeof planned>;

const plan = z.extend(judged, {
  repair,
  lines: z.array(planned),
  parts: z.array(z.omit(part, { description: true })),
});
export type RepairPlan = z.output<typeof plan>;

const lacking = z.object({
  type: named,
  need: z.enum(needs),
  why: z.string(),
  position: z.nullable(z.string()),
  has: z.number(),
  pieces: z.nullable(z.number()),
  add: z.nullable(
    z.object({ part: z.string(), number: z.string(), name: z.string(), quantity: z.number() }),
  ),
});
export type Lacking = z.output<typeof lacking>;

const car = { vehicle: vehicleId, known: knownTerms };
const version = z.int().check(z.minimum(1));
const newLine = z.strictObject({
  type: slug,
  scope: z.enum(scopes, "Must be axle, wheel, side or vehicle"),
  need: z.enum(needs, "Must be always, advised or check"),
  why: requiredText(300, "Say why the job needs it"),
});
const fields = {
  name: requiredText(80, "Name is Required"),
  slug,
  note: text(500),
  axle: z.nullable(z.enum(axles, "Must be front or rear")),
  lines: z
    .array(newLine)
    .check(z.minLength(1, "Name at least one part type"), z.maxLength(30, "Are too many")),
};

const bySlug = { slug: text(80) };
const rateLimit = { max: 600, seconds: 600 } as const;

export const repairCalls = {
  list: {
    method: "GET",
    path: "/repairs",
    summary: "Lists the repairs by name, with the part types that each needs.",
    who: "visitor",
    reply: z.array(repair),
    refusals: [],
    cached: { follows: ["vehicles", "part-types"] },
  },
  one: {
    method: "GET",
    path: "/repairs/:slug",
    summary: "Answers a repair: which part types it needs, whether always, and why.",
    who: "visitor",
    params: bySlug,
    reply: repair,
    refusals: ["not-found"],
    cached: { follows: ["vehicles", "part-types"] },
  },
  plan: {
    method: "POST",
    path: "/repairs/:slug/plan",
    summary:
      "Answers for a car which parts a repair needs at which place, and how many: those that surely fit, what can be ordered first.",
    who: "visitor",
    params: bySlug,
    body: z.strictObject(car),
    reply: plan,
    refusals: ["invalid", "not-found", "too-many"],
    rateLimit,
  },
  check: {
    method: "POST",
    path: "/repairs/check",
    summary:
      "Answers what the repairs of a car still lack that parts in a basket belong to. At most five repairs.",
    who: "visitor",
    body: z.strictObject({
      ...car,
      lines: z
        .array(
          z.strictObject({
            part: id,
            quantity: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
          }),
        )
        .check(z.maxLength(200, "Must be at most 200 lines")),
    }),
    reply: z.array(z.extend(named, { lacks: z.array(lacking) })),
    refusals: ["invalid", "not-found", "too-many"],
    rateLimit,
  },
  add: {
    method: "POST",
    path: "/repairs",
    summary: "Adds a repair.",
    who: "admin",
    area: "catalogue",
    body: z.strictObject(fields),
    reply: repair,
    refusals: ["invalid", "conflict"],
  },
  edit: {
    method: "PATCH",
    path: "/repairs/:slug",
    summary: "Changes the given fields of a repair; its lines are replaced as a whole.",
    who: "admin",
    area: "catalogue",
    params: bySlug,
    body: z.partial(z.strictObject({ ...fields, version })),
    reply: repair,
    refusals: ["invalid", "not-found", "conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/repairs/:slug",
    summary: "Deletes a repair.",
    who: "admin",
    area: "catalogue",
    params: bySlug,
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
export type NewRepair = z.output<typeof repairCalls.add.body>;
export type RepairEdit = z.output<typeof repairCalls.edit.body>;
