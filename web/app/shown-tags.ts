import type { Query, QueryClient } from "@tanstack/react-query";
import type { Basket } from "#contract/baskets.ts";
import type { PartPage } from "#contract/catalog.ts";
import type { Checkout, Quote } from "#contract/checkout.ts";
import type { OrderPage } from "#contract/order-page.ts";
import {
  auditTag,
  type ChangeKind,
  everyOf,
  everyPartTag,
  follows,
  followsOfList,
  importsTag,
  isPublicTag,
  legalTag,
  maxShownTags,
  orderTag,
  ownOrders,
  partKinds,
  partListTags,
  partPageTags,
  partTag,
  reviewReportsTag,
  savedViewsTag,
  settingsTag,
  webhooksTag,
  withdrawalsTag,
} from "#contract/tags.ts";
import type { GonePart } from "#web/modules/catalog/calls.ts";

type Key = readonly unknown[];
type Item = { _id: string };
type ListQuery = { vehicle?: string; sort?: string };

/** What may come into an answer, also into one that found nothing. */
const followsByTopic: Record<string, (key: Key) => readonly ChangeKind[]> = {
  parts: ([, list, about]) => {
    if (list === "listed" || list === "found") return followsOfList(about as ListQuery);
    if (list === "page") return follows.partPage;
    if (list === "chosen") return follows.chosenParts;
    if (list === "managed" || list === "counts" || list === "bulk") return partKinds;
    return ofOnePart.has(list) ? [] : follows.parts;
  },
  numbers: () => follows.parts,
  "part-types": () => follows.partTypes,
  fit: ([, , , what]) => [
    ...follows.partsOfVehicle,
    "part-stock",
    ...(what === "listed" ? (["part-prices", "part-attributes"] as const) : []),
  ],
  vehicles: ([, what]) => (what === "parts" ? follows.partsOfVehicle : follows.vehicle),
  company: ([, person]) => (person === undefined ? [settingsTag] : []),
  legal: () => [legalTag, settingsTag],
  reviews: () => ["reviews"],
};

const ofOnePart = new Set<unknown>(["one", "stock", "record", "copies", "reviews", "own-review"]);

const showsByTopic: Record<string, (key: Key, data: unknown) => string[]> = {
  parts: ([, list, id, , , sort], data) => {
    if (list === "page") return partPageTags(data as PartPage | GonePart);
    // Sorted by stock, each piece may move a part.
    if (list === "managed" && `${sort}`.startsWith("stock")) return [everyPartTag];
    return ofOnePart.has(list) ? [partTag(`${id}`)] : partListTags(itemsOf(data) as Item[]);
  },
  numbers: (_, data) => partListTags((data as { matches: Item[] }).matches),
  fit: ([, , , what], data) => (what === "listed" ? partListTags(itemsOf(data) as Item[]) : []),
  vehicles: ([, what], data) =>
    what === "parts" ? partListTags((data as { parts: Item[] }).parts) : [],
  overview: () => [
    "orders",
    "reviews",
    reviewReportsTag,
    importsTag,
    legalTag,
    withdrawalsTag,
    everyPartTag,
  ],
  company: () => [ownOrders],
  companies: () => ["orders"],
  imports: () => [importsTag],
  audit: () => [auditTag],
  "saved-views": () => [savedViewsTag],
  webhooks: () => [webhooksTag],
  withdrawals: () => [withdrawalsTag],
  returns: ([, list, id]) => (list === "of-order" ? [orderTag(`${id}`)] : ["orders"]),
  // With the person's own group of customers, and that of their company, prices change.
  basket: (_, data) => [ownOrders, ...(data as Basket).lines.map(({ _id }) => partTag(_id))],
  estimate: (_, data) => (data as Quote).lines.map(({ _id }) => partTag(_id)),
  checkout: (_, data) => [
    ownOrders,
    legalTag,
    ...(data as Checkout).quote.lines.map(({ _id }) => partTag(_id)),
  ],
  reviews: ([, list]) => (list === "manage" ? [reviewReportsTag] : []),
  users: ([, list]) => (list === "all" ? ["users"] : ["users", "orders"]),
  orders: ([, list], data) => {
    if (list === "mine") return [ownOrders];
    if (list === "page") return [orderTag((data as OrderPage).order._id)];
    return list === "all" || list === "before" ? ["orders"] : [orderTag(`${list}`)];
  },
};

export function queryTags({ queryKey, state }: Query): string[] {
  if (state.data === undefined) return [];
  const topic = `${queryKey[0]}`;
  const followed = followsByTopic[topic]?.(queryKey) ?? [];
  const shown = state.data === null ? [] : (showsByTopic[topic]?.(queryKey, state.data) ?? []);
  return [...followed, ...shown];
}

export function shownTags(client: QueryClient): string[] {
  const tags = [...new Set(client.getQueryCache().getAll().flatMap(queryTags))].sort();
  if (tags.length <= maxShownTags) return tags;
  // Somebody who has looked at very many parts is told of every part.
  return [...new Set(tags.map((tag) => (isPublicTag(tag) && everyOf(tag)) || tag))];
}

function itemsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  const { pages = [], items = [] } = data as { pages?: { items: unknown[] }[]; items?: unknown[] };
  return [{ items }, ...pages].flatMap(({ items }) => items);
}

/** The same data with these values in every item that has this id. */
export function withValues<Data>(data: Data, id: string, values: object): Data {
  if (Array.isArray(data)) return data.map((each) => withValues(each, id, values)) as Data;
  if (typeof data !== "object" || data === null) return data;
  if ((data as unknown as Item)._id === id) return { ...data, ...values };
  if (!("items" in data || "pages" in data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, withValues(value, id, values)]),
  ) as Data;
}
