// The legal pages. Each save is a version; version 0 is the sample that the shop begins with.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { requiredText } from "./fields.ts";
import { legalPageSlugs } from "./rules/legal-pages.ts";

export const maxLegalLength = 20_000;

const page = z.enum(legalPageSlugs, "Is not a legal page");
const version = z.int().check(z.minimum(0), z.maximum(1_000_000));
const queriedVersion = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, "Must be a whole number")),
  z.transform((value) => Number(value)),
);

/** For the imprint, from the settings. */
const company = z.object({
  name: z.string(),
  address: z.string(),
  country: z.string(),
  vatId: z.string(),
  email: z.string(),
  phone: z.string(),
  openingHours: z.string(),
});
export type LegalCompany = z.output<typeof company>;

const savedAt = z.nullable(z.string());

export const legalText = z.object({
  page,
  version,
  text: z.string(),
  /** Null of a sample. */
  savedAt,
  present: version,
  company: z.optional(company),
});
export type LegalText = z.output<typeof legalText>;

export const legalRecord = z.object({
  _id: z.string(),
  page,
  version,
  text: z.string(),
  savedAt,
});
export type LegalRecord = z.output<typeof legalRecord>;

export const legalEdit = z.strictObject({
  /** That of the text which was edited; a change of somebody else in between is refused then. */
  version,
  text: requiredText(maxLegalLength, "Text is Required"),
});
export type LegalEdit = z.output<typeof legalEdit>;

export const legalCalls = {
  company: {
    method: "GET",
    path: "/company",
    summary:
      "Answers what the settings say of the company: address, opening hours and how to reach it.",
    who: "visitor",
    reply: company,
    refusals: [],
    cached: { follows: ["settings"] },
  },
  read: {
    method: "GET",
    path: "/legal/:page",
    summary:
      "Answers a legal text as it is in force, or an earlier version of it. Version 0 is the sample that the owner of the shop replaces.",
    who: "visitor",
    params: { page },
    query: { version: z.optional(queriedVersion) },
    reply: legalText,
    refusals: ["not-found"],
    cached: { follows: ["legal", "settings"] },
  },
  list: {
    method: "GET",
    path: "/legal",
    summary: "Lists the legal texts that are in force, for those who edit them.",
    who: "admin",
    reply: z.array(legalRecord),
    refusals: [],
  },
  save: {
    method: "PUT",
    path: "/legal/:page",
    summary:
      "Saves a legal text as its next version. If it is no longer at `version`, `present` of the refusal has it.",
    who: "admin",
    area: "shop",
    confirm: "admins",
    params: { page },
    body: legalEdit,
    reply: legalRecord,
    refusals: ["conflict"],
  },
} as const satisfies Calls;
