// The release before this one listens to `changes`. Goes with the next release.
import { tagKind } from "#contract/tags.ts";
import type { ShopEvent } from "./outbox.ts";

const topics: Record<string, string> = {
  ...{ part: "parts", parts: "parts", reviews: "reviews" },
  ...{ user: "users", users: "users", order: "orders", orders: "orders" },
};

export function noticesForOlderRelease(events: readonly ShopEvent[]): string[] {
  const tags = new Set(events.flatMap((event) => event.tags));
  const notices = [...tags].map((tag) =>
    tagKind(tag) === "orders-of" ? `orders:${tag.split(":")[1]}` : topics[tagKind(tag)],
  );
  return [...new Set(notices.filter((notice) => notice !== undefined))];
}
