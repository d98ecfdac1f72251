// Names of what cached responses and open tabs show. A change carries the tags of what it changed.

const every = "*";
const maxIds = 60;
export const maxShownTags = maxIds + 20;

export const partTag = (id: string) => `part:${id}`;
export const orderTag = (id: string) => `order:${id}`;
export const userTag = (id: string) => `user:${id}`;
export const ordersOf = (userId: string) => `orders-of:${userId}`;
export const ownOrders = ordersOf("me");

export const partTypesTag = "part-types";

export const settingsTag = "settings";

export const withdrawalsTag = "withdrawals";

export const webhooksTag = "webhooks";

export const legalTag = "legal";
/** For admins: what admins did. A trigger of the audit log tells of it. */
export const auditTag = "audit";

export const reviewReportsTag = "review-reports";

export const savedViewsTag = "saved-views";

/** `parts` changes with the members and the order of the list, each part with its values. */
export const importsTag = "imports";

export const vehiclesTag = "vehicles";

export function partListTags(parts: readonly { _id: string }[]): string[] {
  const ids = parts.length > maxIds ? [every] : parts.map(({ _id }) => _id);
  return ["parts", ...ids.map(partTag)];
}

/** A part that comes or goes changes the lists, too. */
export const partMemberTags = (id: string) => ["parts", partTag(id), partTypesTag];

export const tagKind = (tag: string): string => tag.split(":", 1)[0] ?? "";

export function everyOf(tag: string): string | undefined {
  return tag.includes(":") ? `${tagKind(tag)}:${every}` : undefined;
}

export function tagsOverlap(shown: Iterable<string>, changed: Iterable<string>): boolean {
  const all = new Set(shown);
  const kinds = new Set([...all].map((tag) => everyOf(tag)));
  for (const tag of changed) {
    if (all.has(tag) || all.has(everyOf(tag) ?? tag)) return true;
    if (tag.endsWith(`:${every}`) && kinds.has(tag)) return true;
  }
  return false;
}

const publicKinds = new Set(["parts", "part", partTypesTag, "reviews", vehiclesTag, legalTag]);
export const isPublicTag = (tag: string): boolean => publicKinds.has(tagKind(tag));

export type LiveChange = { tags: string[]; about?: string; values?: Record<string, unknown> };
