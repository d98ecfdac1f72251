import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { partInList, partLives } from "./catalog.ts";
import { id, text } from "./fields.ts";
import { maxFiltersLength, readFilters } from "./rules/catalogue-filters.ts";
import { follows, followsOfList, partTags } from "./tags.ts";

export const maxQueryLength = 200;

const searched = text(maxQueryLength, "Must be a text");

export const listSorts = ["name", "price", "price-down", "newest"] as const;

export const listQuery = {
  type: z.optional(text(80)),
  f: z.optional(
    text(maxFiltersLength).check(
      z.refine((value) => readFilters(value) !== undefined, "Is not a list of filters"),
    ),
  ),
  brand: z.optional(text(80)),
  vehicle: z.optional(text(9).check(z.regex(/^\d+$/, "Must be the id of a vehicle"))),
  stock: z.optional(z.literal("1")),
  sort: z.optional(z.enum(listSorts)),
  after: z.optional(id),
};
export type ListQuery = z.output<z.ZodMiniObject<typeof listQuery>>;

export const listedPart = z.extend(z.omit(partInList, { description: true }), {
  life: z.enum(partLives),
  facts: z.array(z.string()),
  isLow: z.boolean(),
});
export type ListedPart = z.output<typeof listedPart>;

const facetValue = z.object({ value: z.string(), label: z.string(), parts: z.number() });
export type FacetValue = z.output<typeof facetValue>;

const facets = z.object({
  types: z.array(facetValue),
  brands: z.array(facetValue),
  inStock: z.number(),
  attributes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      unit: z.nullable(z.string()),
      isNumber: z.boolean(),
      values: z.array(facetValue),
    }),
  ),
});
export type Facets = z.output<typeof facets>;

export const partList = z.object({
  items: z.array(listedPart),
  next: z.nullable(z.string()),
  /** At most `maxCounted`. */
  total: z.number(),
  vehicle: z.nullable(z.string()),
  /** Of each the filter itself is left out. Null above `maxCounted` parts. */
  facets: z.nullable(facets),
  /** How many parts there were without each of the filters. */
  without: z.array(z.object({ key: z.string(), parts: z.number() })),
});

const typeLink = z.object({ slug: z.string(), name: z.string() });

const catalogueReply = z.extend(partList, {
  types: z.array(typeLink),
  below: z.array(typeLink),
});
export type CatalogueReply = z.output<typeof catalogueReply>;

const chip = z.object({
  kind: z.enum(["type", "brand", "size"]),
  text: z.string(),
  meaning: z.string(),
});
export type Chip = z.output<typeof chip>;

export const suggestionGroups = ["numbers", "types", "parts", "sizes", "similar"] as const;

const suggestion = z.object({
  group: z.enum(suggestionGroups),
  text: z.string(),
  why: z.string(),
  /** It leads to one of these. */
  part: z.nullable(listedPart),
  type: z.nullable(typeLink),
  search: z.nullable(z.string()),
});
export type Suggestion = z.output<typeof suggestion>;

const searchReply = z.extend(partList, {
  /** The only part with exactly this number. */
  exact: z.nullable(z.object({ number: z.string(), name: z.string(), _id: z.string() })),
  chips: z.array(chip),
  rest: z.string(),
  /** What the list is of, where nothing is found as it was written. */
  mended: z.nullable(z.string()),
  near: z.array(suggestion),
});
export type SearchReply = z.output<typeof searchReply>;

type Asked = { query: Pick<ListQuery, "vehicle" | "sort"> };
const listFollows = ({ query }: Asked) => followsOfList(query);

const showsParts = (parts: readonly ({ _id: string } | null)[]) =>
  partTags(parts.flatMap((part) => part?._id ?? []));
const showsItems = ({ items }: { items: { _id: string }[] }) => showsParts(items);
const partsOf = (suggestions: readonly Suggestion[]) => suggestions.map(({ part }) => part);

/** Parts that a list of ids may name. */
export const maxChosen = 100;
const anId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const idList = text(37 * maxChosen).check(
  z.refine(
    (value) => value === "" || value.split(",").every((each) => anId.test(each)),
    "Is not a list of ids with commas",
  ),
);

export const searchCalls = {
  catalogue: {
    method: "GET",
    path: "/catalogue",
    summary:
      "Lists parts by type, attributes (`f`), brand, vehicle and stock, 48 a page, with the number of parts that each further filter leaves.",
    who: "visitor",
    query: listQuery,
    reply: catalogueReply,
    refusals: ["not-found", "too-many"],
    rateLimit: { max: 3_000, seconds: 600, onlyWith: "f" },
    cached: { follows: listFollows, shows: showsItems },
  },
  chosen: {
    method: "GET",
    path: "/catalogue/parts",
    summary: `Answers at most ${maxChosen} parts by their ids, in this order, without those that are no longer sold.`,
    who: "visitor",
    query: { ids: z.optional(idList) },
    reply: z.object({ items: z.array(listedPart) }),
    refusals: ["too-many"],
    rateLimit: { max: 3_000, seconds: 600 },
    cached: { follows: follows.chosenParts, shows: showsItems },
  },
  suggest: {
    method: "GET",
    path: "/search/suggest",
    summary:
      "Answers at most 8 suggestions for what is typed so far, each with its reason. Of parts, those that are listed for the given vehicle come first.",
    who: "visitor",
    query: { q: searched, vehicle: listQuery.vehicle },
    reply: z.object({ exact: z.nullable(z.string()), suggestions: z.array(suggestion) }),
    refusals: ["too-many"],
    rateLimit: { max: 3_000, seconds: 600 },
    cached: {
      follows: listFollows,
      shows: ({ suggestions }: { suggestions: Suggestion[] }) => showsParts(partsOf(suggestions)),
    },
  },
  find: {
    method: "GET",
    path: "/search",
    summary:
      "Finds parts by number, type, brand, size and words. What was understood is in `chips`.",
    who: "visitor",
    query: { q: searched, ...listQuery },
    reply: searchReply,
    refusals: ["not-found", "too-many"],
    rateLimit: { max: 600, seconds: 600 },
    cached: {
      follows: listFollows,
      shows: ({ items, near }: Pick<SearchReply, "items" | "near">) =>
        showsParts([...items, ...partsOf(near)]),
    },
  },
} as const satisfies Calls;
