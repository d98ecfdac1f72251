import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { companySettings } from "./company-settings.ts";
import { deliverySettings } from "./delivery-settings.ts";
import { discountSettings } from "./discount-settings.ts";
import { text } from "./fields.ts";
import { letterSettings } from "./letter-settings.ts";
import { returnSettings } from "./return-settings.ts";
import { reviewSettings } from "./review-settings.ts";
import { taxSettings } from "./tax-settings.ts";

/** That of what is edited; a change of somebody else in between is refused then. */
const version = z.int().check(z.minimum(0));

const securitySettings = z.strictObject({
  requireSecondFactor: z.boolean("Must be true or false"),
});

const count = (most: number) =>
  z
    .int("Must be a whole number")
    .check(z.minimum(1, "Must be at least 1"), z.maximum(most, `Must be at most ${most}`));

const holdSettings = z.strictObject({
  minutes: count(10_080),
  /** Beyond these they are taken, but keep no stock before they are paid. */
  ordersEach: count(100_000),
  piecesEach: count(1_000_000_000),
  ordersPerNetwork: count(1_000_000),
  /** A /24 of IPv4, a /48 of IPv6: what one customer of a provider may own. */
  ordersPerWideNetwork: z._default(count(1_000_000), 120),
  closeDays: count(365),
  /** Letters about what is overdue on account, and the days between them. */
  reminders: z._default(
    z
      .int("Must be a whole number")
      .check(z.minimum(0, "Must not be negative"), z.maximum(10, "Must be at most 10")),
    3,
  ),
  reminderDays: z._default(count(90), 7),
});
export type HoldSettings = z.output<typeof holdSettings>;

const edit = <Section extends string, Value extends z.ZodMiniType>(
  section: Section,
  value: Value,
) => z.strictObject({ section: z.literal(section), version, value });

const company = edit("company", companySettings);
const delivery = edit("delivery", deliverySettings);
const tax = edit("tax", taxSettings);
const discounts = edit("discounts", discountSettings);
const returns = edit("returns", returnSettings);
const reviews = edit("reviews", reviewSettings);
const letters = edit("letters", letterSettings);
const security = edit("security", securitySettings);
const holds = edit("holds", holdSettings);

export const settingsEdit = z.discriminatedUnion("section", [
  company,
  delivery,
  tax,
  discounts,
  returns,
  reviews,
  letters,
  security,
  holds,
]);
export type SettingsEdit = z.output<typeof settingsEdit>;
export type SettingsSection = SettingsEdit["section"];

export type Settings = { [Edit in SettingsEdit as Edit["section"]]: Edit["value"] };

const record = <Section extends string, Value extends z.ZodMiniType>(
  section: Section,
  value: Value,
) =>
  z.object({
    _id: z.string(),
    section: z.literal(section),
    version,
    value,
    /** The environment variable that sets a field, by the field's name. */
    overridden: z.record(z.string(), z.string()),
  });
export const settingsRecord = z.discriminatedUnion("section", [
  record("company", companySettings),
  record("delivery", deliverySettings),
  record("tax", taxSettings),
  record("discounts", discountSettings),
  record("returns", returnSettings),
  record("reviews", reviewSettings),
  record("letters", letterSettings),
  record("security", securitySettings),
  record("holds", holdSettings),
]);
export type SettingsRecord = z.output<typeof settingsRecord>;

const optional = <Value extends z.ZodMiniType>(value: Value) => z.optional(value);

/** All sections, or some; secrets are in none. */
export const settingsFile = z.strictObject({
  settings: z.literal(1, "Is no file of settings that this shop can read"),
  exportedAt: z.optional(text(40)),
  sections: z.strictObject({
    company: optional(companySettings),
    delivery: optional(deliverySettings),
    tax: optional(taxSettings),
    discounts: optional(discountSettings),
    returns: optional(returnSettings),
    reviews: optional(reviewSettings),
    letters: optional(letterSettings),
    security: optional(securitySettings),
    holds: optional(holdSettings),
  }),
});
export type SettingsFile = z.output<typeof settingsFile>;

const settingsChange = z.object({
  section: z.string(),
  /** "methods.parcel.name": rows by their id, or by their place. */
  path: z.string(),
  /** As JSON, at most 200 characters; null: there is none. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type SettingsChange = z.output<typeof settingsChange>;

const settingsImport = z.object({
  /** Of what was compared; sent again to save. */
  seen: z.string(),
  changes: z.array(settingsChange),
  /** How many more there are than are listed. */
  more: z.number(),
  /** By field: what the environment sets stays as it is. */
  overridden: z.record(z.string(), z.string()),
  isSaved: z.boolean(),
});
export type SettingsImport = z.output<typeof settingsImport>;

/** All letters written anew at full length, in letters of several bytes. */
const longestFile = 1024 * 1024;

export const settingsCalls = {
  list: {
    method: "GET",
    path: "/settings",
    summary:
      "Lists the settings of the shop by section. `overridden` names the environment variable that sets a field in its place.",
    who: "admin",
    reply: z.array(settingsRecord),
    refusals: [],
  },
  save: {
    method: "PUT",
    path: "/settings",
    summary:
      "Saves a section as its next version. Settings that contradict each other are named, and nothing is saved. If the section is no longer at `version`, `present` of the refusal has it.",
    who: "admin",
    area: "shop",
    confirm: "admins",
    body: settingsEdit,
    maxBytes: longestFile,
    reply: settingsRecord,
    refusals: ["invalid", "conflict", "not-allowed"],
  },
  file: {
    method: "GET",
    path: "/settings/file",
    summary: "Answers all settings as one file, which PUT /settings/file takes.",
    who: "admin",
    reply: settingsFile,
    refusals: [],
  },
  importFile: {
    method: "PUT",
    path: "/settings/file",
    summary:
      "Compares a file of settings with those of the shop; with `seen` of that comparison, saves it. Sections that are not in it stay. If anything in it contradicts anything, that is named, and nothing is saved.",
    who: "admin",
    area: "shop",
    confirm: "admins",
    body: z.strictObject({ file: settingsFile, seen: z.optional(text(100)) }),
    maxBytes: longestFile,
    reply: settingsImport,
    refusals: ["invalid", "conflict", "not-allowed"],
  },
} as const satisfies Calls;
