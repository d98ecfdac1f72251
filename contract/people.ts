import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { adminRoles, fileColumns, id, pageQuery, settingsId, text } from "./fields.ts";
import { everybodysPrices } from "./rules/price-types.ts";

const adminRole = z.enum(adminRoles, "Is not a role of admins");

export const shopPerson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Null for customers. */
  role: z.nullable(adminRole),
  since: z.string(),
  orders: z.number(),
  /** In dollars, without what was refunded. */
  spent: z.number(),
  returns: z.number(),
  sessions: z.number(),
  lastSeenAt: z.nullable(z.string()),
  /** Whose prices they get; null of those with the prices for everybody. */
  priceGroup: z.nullable(z.object({ _id: z.string(), name: z.string() })),
});
export type ShopPerson = z.output<typeof shopPerson>;

export const peopleGroups = ["customers", "admins", ...adminRoles] as const;
export type PeopleGroup = (typeof peopleGroups)[number];

const sortColumns = ["name", "email", "since", "orders", "spent"] as const;
export type PeopleColumn = (typeof sortColumns)[number];
export const peopleSorts = [
  ...sortColumns,
  ...sortColumns.map((column) => `${column}-down` as const),
];
export type PeopleSort = (typeof peopleSorts)[number];

/** Where the list goes on after a person: the figure that it was in order of, if it may change. */
export function figureOf(
  sort: PeopleSort | undefined,
  last: Partial<Pick<ShopPerson, "orders" | "spent">> | undefined,
): number | undefined {
  const column = sort?.replace("-down", "");
  return column === "orders" || column === "spent" ? last?.[column] : undefined;
}

const filters = {
  q: z.optional(text(100)),
  group: z.optional(z.enum(peopleGroups)),
  prices: z.optional(settingsId),
  sort: z.optional(z.enum(peopleSorts)),
};
export type PeopleFilters = { [Name in keyof typeof filters]?: z.output<(typeof filters)[Name]> };

const figure = z.pipe(
  z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, "Must be a figure of the list")),
  z.transform((value) => Number(value)),
);

export const mostPeople = 200;
const many = z.array(id).check(z.maxLength(mostPeople, `Must be at most ${mostPeople} people`));

export const peopleFileColumns = [
  "name",
  "email",
  "role",
  "since",
  "orders",
  "spent",
  "returns",
  "sessions",
  "verified",
  "prices",
] as const;
/** Of an e-mail: nothing is said of one that is verified. */
export const nameVerified = ({ emailVerified }: Pick<ShopPerson, "emailVerified">): string =>
  emailVerified ? "" : "not verified";
export const namePrices = ({ priceGroup }: Pick<ShopPerson, "priceGroup">): string =>
  priceGroup?.name ?? everybodysPrices;
export type PeopleFileColumn = (typeof peopleFileColumns)[number];

export const peopleCalls = {
  list: {
    method: "GET",
    path: "/people",
    summary:
      "Lists people with what they ordered, newest first or in the order of `sort`. `q` answers those whose name or e-mail contains it, `group` customers, admins or those of one role, `prices` those of a group of customers. `reached` is the figure that the person of `after` was listed with, so that an order placed meanwhile moves no page.",
    who: "admin",
    query: { ...filters, ...pageQuery, reached: z.optional(figure) },
    reply: z.array(shopPerson),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/people/csv",
    summary: "Answers what GET /people lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(peopleFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  one: {
    method: "GET",
    path: "/people/:id",
    summary: "Answers one person with what they ordered.",
    who: "admin",
    params: { id },
    reply: shopPerson,
    refusals: ["not-found"],
  },
  setRole: {
    method: "PUT",
    path: "/people/:id/role",
    summary:
      "Gives a person a role of admins, or takes it back with null. `expected` is the role that the caller believes they have; if it is another, `present` of the refusal has it. The last owner stays one.",
    who: "admin",
    area: "people",
    confirm: "admins",
    params: { id },
    body: z.strictObject({ role: z.nullable(adminRole), expected: z.nullable(adminRole) }),
    reply: z.object({ role: z.nullable(adminRole) }),
    refusals: ["not-found", "conflict", "not-allowed"],
  },
  signOut: {
    method: "POST",
    path: "/people/:id/sign-out",
    summary: "Ends all sessions of a person.",
    who: "admin",
    area: "sessions",
    params: { id },
    reply: z.object({ ended: z.number() }),
    refusals: ["not-found"],
  },
  signOutMany: {
    method: "POST",
    path: "/people/sign-out",
    summary:
      "Ends all sessions of many people, but never the caller's own. Answers those who were signed in.",
    who: "admin",
    area: "sessions",
    body: z.strictObject({ ids: many }),
    reply: z.object({ signedOut: z.array(z.string()) }),
    refusals: [],
  },
  setPriceGroups: {
    method: "PUT",
    path: "/people/price-group",
    summary:
      "Puts many people into a group of customers of the settings, or with null into none. Answers those who were in another. POST /undo/:auditId takes it back as a whole.",
    who: "admin",
    area: "people",
    confirm: "admins",
    body: z.strictObject({ ids: many, group: z.nullable(settingsId) }),
    reply: z.object({ changed: z.array(z.string()), auditId: z.nullable(z.string()) }),
    refusals: ["invalid"],
  },
} as const satisfies Calls;
