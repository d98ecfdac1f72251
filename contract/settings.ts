// What admins set for the whole shop. Each save is a version.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { companySettings } from "./company-settings.ts";
import { deliverySettings } from "./delivery-settings.ts";
import { discountSettings } from "./discount-settings.ts";
import { returnSettings } from "./return-settings.ts";
import { reviewSettings } from "./review-settings.ts";
import { taxSettings } from "./tax-settings.ts";

/** That of what is edited; a change of somebody else in between is refused then. */
const version = z.int().check(z.minimum(0));

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

export const settingsEdit = z.discriminatedUnion("section", [
  company,
  delivery,
  tax,
  discounts,
  returns,
  reviews,
]);
export type SettingsEdit = z.output<typeof settingsEdit>;
export type SettingsSection = SettingsEdit["section"];

export type Settings = { [Edit in SettingsEdit as Edit["section"]]: Edit["value"] };

const record = <Section extends string, Value extends z.ZodMiniType>(
  section: Section,
  value: Value,
) =>
  z.object({
    /** For its entries in the audit log. */
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
]);
export type SettingsRecord = z.output<typeof settingsRecord>;

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
    body: settingsEdit,
    reply: settingsRecord,
    refusals: ["invalid", "conflict"],
  },
} as const satisfies Calls;
