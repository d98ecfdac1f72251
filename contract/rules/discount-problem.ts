import { formatCents } from "./money.ts";
import type { BasketPart, Discount, PricedLine, PricingInput } from "./price-types.ts";

type Situation = Pick<PricingInput, "codes" | "groups" | "now" | "spent">;

/** Automatic discounts that are not for now or not for this customer are not spoken of. */
export function isOffered(discount: Discount, { codes, groups, now, spent }: Situation): boolean {
  if (discount.code !== null) return codes.includes(discount.code);
  const isNow = (discount.from ?? now) <= now && now < (discount.until ?? Infinity);
  const isForThem = discount.group === null || groups.includes(discount.group);
  return isNow && isForThem && !spent.has(discount.id);
}

export function codeProblem(
  { id, from, until, group }: Discount,
  { groups, now, spent }: Situation,
): string | undefined {
  if (from !== null && now < from) return "This code is not valid yet.";
  if (until !== null && now >= until) return "This code has expired.";
  if (group !== null && !groups.includes(group)) return "This code is for other customers.";
  const uses = spent.get(id);
  if (uses === "by-all") return "This code has been used as often as it may be.";
  return uses && "You have used this code as often as you may.";
}

export function discountProblem(
  discount: Discount,
  lines: readonly PricedLine[],
  situation: Situation,
): string | undefined {
  const problem = codeProblem(discount, situation);
  if (problem) return problem;
  const { minGoodsCents, minPieces } = discount;
  if (lines.length === 0) return "It is not for the parts in your basket.";
  const goods = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0);
  if (goods < minGoodsCents) return `Add $${formatCents(minGoodsCents - goods)} more to get it.`;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces >= minPieces) return undefined;
  const missing = minPieces - pieces;
  return `Add ${missing} more ${missing === 1 ? "piece" : "pieces"} to get it.`;
}

export function createMatcher({ targets, excluded }: Discount): (part: BasketPart) => boolean {
  const isTarget = matchAny(targets);
  const isExcluded = matchAny(excluded);
  return (part) => (targets.length === 0 || isTarget(part)) && !isExcluded(part);
}

function matchAny(targets: Discount["targets"]): (part: BasketPart) => boolean {
  const idsOf = (wanted: Discount["targets"][number]["kind"]) =>
    new Set(targets.filter(({ kind }) => kind === wanted).map(({ id }) => id));
  const [parts, types, brands] = [idsOf("part"), idsOf("type"), idsOf("brand")];
  return (part) =>
    parts.has(part.part) ||
    (types.size > 0 && part.types.some((type) => types.has(type))) ||
    (part.brand !== null && brands.has(part.brand));
}
