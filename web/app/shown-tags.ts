import type { Query, QueryClient } from "@tanstack/react-query";
import type { Basket } from "#contract/baskets.ts";
import type { PartPage } from "#contract/catalog.ts";
import type { Checkout, Quote } from "#contract/checkout.ts";
import type { OrderPage } from "#contract/order-page.ts";
import {
  auditTag,
  everyOf,
  importsTag,
  isPublicTag,
  legalTag,
  maxShownTags,
  orderTag,
  ownOrders,
  partListTags,
  partTag,
  partTypesTag,
  reviewReportsTag,
  savedViewsTag,
  vehiclesTag,
  webhooksTag,
  withdrawalsTag,
} from "#contract/tags.ts";
import type { GonePart } from "#web/modules/catalog/calls.ts";

type Item = { _id: string };

const everyPart = everyOf(partTag("")) ?? "";

const ofOnePart = new Set<unknown>(["one", "stock", "record", "copies", "reviews", "own-review"]);

const tagsByTopic: Record<string, (key: readonly unknown[], data: unknown) => string[]> = {
  parts: ([, list, id], data) => {
    if (list === "page") return pageTags(data as PartPage | GonePart);
    return ofOnePart.has(list) ? [partTag(`${id}`)] : partListTags(itemsOf(data) as Item[]);
  },
  numbers: (_, data) => partListTags((data as { matches: Item[] }).matches),
  "part-types": () => [partTypesTag],
  fit: ([, , , what], data) =>
    what === "listed" ? [vehiclesTag, ...partListTags(itemsOf(data) as Item[])] : [vehiclesTag],
  vehicles: () => [vehiclesTag, partTypesTag],
  overview: () => [
    "orders",
    "reviews",
    reviewReportsTag,
    importsTag,
    legalTag,
    withdrawalsTag,
    everyPart,
  ],
  company: () => [ownOrders],
  companies: () => ["orders"],
  imports: () => [importsTag],
  legal: () => [legalTag],
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
  reviews: ([, list]) => ["reviews", ...(list === "manage" ? [reviewReportsTag] : [])],
  users: ([, list]) => (list === "all" ? ["users"] : ["users", "orders"]),
  orders: ([, list], data) => {
    if (list === "mine") return [ownOrders];
    if (list === "page") return [orderTag((data as OrderPage).order._id)];
    return list === "all" || list === "before" ? ["orders"] : [orderTag(`${list}`)];
  },
};

export function queryTags({ queryKey, state }: Query): string[] {
  if (state.data === undefined || state.data === null) return [];
  return tagsByTopic[`${queryKey[0]}`]?.(queryKey, state.data) ?? [];
}

export function shownTags(client: QueryClient): string[] {
  const tags = [...new Set(client.getQueryCache().getAll().flatMap(queryTags))].sort();
  if (tags.length <= maxShownTags) return tags;
  // Somebody who has looked at very many parts is told of every part.
  return [...new Set(tags.map((tag) => (isPublicTag(tag) && everyOf(tag)) || tag))];
}

function pageTags(part: PartPage | GonePart): string[] {
  const linked =
    "_id" in part
      ? [
          part,
          ...part.chain.flatMap((step) => [step.old, step.new]),
          ...[...part.components, ...part.kits].map((each) => each.part),
        ]
      : part.successors.flat().map((needed) => needed.part);
  return [...new Set([...linked.map(({ _id }) => partTag(_id)), vehiclesTag])];
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
