// Names of what cached responses and open tabs show. An event has the tags of what was changed, and
// the kinds of the change: what is not shown yet may enter a list, and what is shown may leave or move.

export const changeKinds = [
  /** A part comes or goes: it is added, deleted, hidden, announced, ended, replaced, put into a kit. */
  "parts",
  /** Can be ordered or no longer, is low or no longer. Stored by a trigger, whoever moves stock. */
  "part-stock",
  "part-prices",
  /** And numbers and brands. */
  "part-names",
  /** And which parts a type has. */
  "part-types",
  "part-attributes",
  /** And what fits them, and repairs. */
  "vehicles",
  "settings",
  "legal",
  "reviews",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Of the catalogue. A part that comes or goes changes all of them. */
export const partKinds = [
  "parts",
  "part-stock",
  "part-prices",
  "part-names",
  "part-types",
  "part-attributes",
] as const satisfies readonly ChangeKind[];

const every = "*";
const maxIds = 60;
export const maxShownTags = maxIds + 20;

export const partTag = (id: string) => `part:${id}`;
export const orderTag = (id: string) => `order:${id}`;
export const userTag = (id: string) => `user:${id}`;
export const ordersOf = (userId: string) => `orders-of:${userId}`;
export const ownOrders = ordersOf("me");

export const everyPartTag = `part:${every}`;

export const settingsTag = "settings" satisfies ChangeKind;

export const withdrawalsTag = "withdrawals";

export const webhooksTag = "webhooks";

export const legalTag = "legal" satisfies ChangeKind;
/** For admins: what admins did. A trigger of the audit log tells of it. */
export const auditTag = "audit";

export const reviewReportsTag = "review-reports";

export const savedViewsTag = "saved-views";

export const importsTag = "imports";

export const vehiclesTag = "vehicles" satisfies ChangeKind;

/** What answers are filtered, ordered and counted by: for calls, and for tabs that show them. */
export const follows = {
  parts: ["parts", "part-names"],
  chosenParts: ["parts", "part-names", "part-attributes"],
  partPage: ["parts", "part-names", "part-types", "vehicles", "settings"],
  partTypes: ["parts", "part-types", "part-attributes"],
  vehicle: ["vehicles", "parts", "part-types"],
  partsOfVehicle: ["vehicles", "parts", "part-types", "part-names"],
} as const satisfies Record<string, readonly ChangeKind[]>;

type Listed = { vehicle?: string | undefined; sort?: string | undefined };

export const followsOfList = ({ vehicle, sort }: Listed): ChangeKind[] => [
  "parts",
  "part-names",
  "part-types",
  "part-attributes",
  "part-stock",
  ...(sort?.startsWith("price") ? (["part-prices"] as const) : []),
  ...(vehicle ? (["vehicles"] as const) : []),
];

type Linked = { part: { _id: string } };
type InKit = Linked & { successors: Linked[][] };
type LinkingPage = {
  _id?: string;
  successors: Linked[][];
  chain?: { old: { _id: string }; new: { _id: string } }[];
  components?: InKit[];
  kits?: InKit[];
  laterKits?: { _id: string }[];
};

/** Of a deleted part there are successors alone. */
export function partPageTags(page: LinkingPage): string[] {
  const { _id, successors, chain = [], components = [], kits = [], laterKits = [] } = page;
  const inKits = [...components, ...kits];
  const linked = [
    ...chain.flatMap((step) => [step.old, step.new]),
    ...[successors, ...inKits.map((each) => each.successors)].flat(2).map(({ part }) => part),
    ...inKits.map(({ part }) => part),
    ...laterKits,
  ];
  return partTags([...(_id === undefined ? [] : [_id]), ...linked.map(({ _id }) => _id)]);
}

export function partTags(ids: readonly string[]): string[] {
  return ids.length > maxIds ? [everyPartTag] : [...new Set(ids)].map(partTag);
}

export const partListTags = (parts: readonly { _id: string }[]): string[] =>
  partTags(parts.map(({ _id }) => _id));

/** Of a part that comes or goes. */
export const partMemberTags = (id: string) => [...partKinds, partTag(id)];

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

const publicKinds = new Set<string>([...changeKinds, tagKind(everyPartTag)]);
export const isPublicTag = (tag: string): boolean => publicKinds.has(tagKind(tag));

export type LiveChange = { tags: string[]; about?: string; values?: Record<string, unknown> };
