import { createMatcher, discountProblem, isOffered } from "./discount-problem.ts";
import type { Cents } from "./money.ts";
import type {
  BasketPart,
  Discount,
  DiscountOutcome,
  PricedLine,
  PricingInput,
} from "./price-types.ts";
import { shareAmount } from "./share-amount.ts";

type Candidate = { discount: Discount; lines: PricedLine[]; problem: string | undefined };

/**
 * Lowers the lines by what saves the most: all discounts that may be combined, in their order, each
 * on what is left; or one that stands alone. Where both save the same, those that combine.
 */
export function applyDiscounts(
  input: PricingInput,
  goods: readonly PricedLine[],
  delivery: PricedLine | undefined,
): DiscountOutcome[] {
  const candidates = input.discounts
    .filter((discount) => isOffered(discount, input))
    .map((discount) => toCandidate(discount, input, goods))
    .filter(({ discount, lines }) => discount.code !== null || lines.length > 0);
  const able = candidates.filter(({ problem }) => problem === undefined);
  const combined = able.filter(({ discount }) => !discount.alone);
  const alone = able.filter(({ discount }) => discount.alone);
  const sumOf = (used: readonly Candidate[]) => applyAll(used, delivery, false);
  let best = combined;
  let most = sumOf(combined);
  for (const one of alone) {
    const saved = sumOf([one]);
    if (saved > most) [best, most] = [[one], saved];
  }
  applyAll(best, delivery, true);
  const saved = sumAdjustments(goods, delivery);
  const known = new Set(input.discounts.map(({ code }) => code));
  const gone = input.codes.filter((code) => !known.has(code));
  const outcomes = candidates.map(({ discount, problem }) => {
    const cents = saved.get(discount.id) ?? 0;
    const { id, label, code } = discount;
    const beaten = cents > 0 ? undefined : whyNothing(discount, best, delivery);
    return { discount: id, label, code, cents, problem: problem ?? beaten };
  });
  return [...outcomes, ...gone.map(toUnknown)];
}

function toUnknown(code: string): DiscountOutcome {
  return { discount: "", label: code, code, cents: 0, problem: "There is no such code any more." };
}

function toCandidate(
  discount: Discount,
  input: PricingInput,
  goods: readonly PricedLine[],
): Candidate {
  const matches = createMatcher(discount);
  const lines = goods.filter(({ of }) => matches(partOf(input.parts, of)));
  return { discount, lines, problem: discountProblem(discount, lines, input) };
}

function partOf(parts: readonly BasketPart[], at: number | undefined): BasketPart {
  const part = parts[at ?? -1];
  if (!part) throw new Error("A line of goods has no part");
  return part;
}

/** What they save together; the lines are changed only where `isFinal`. */
function applyAll(
  used: readonly Candidate[],
  delivery: PricedLine | undefined,
  isFinal: boolean,
): Cents {
  const left = new Map<PricedLine, Cents>();
  const leftOf = (line: PricedLine) => left.get(line) ?? line.unitCents * line.quantity;
  let saved = 0;
  for (const { discount, lines } of used) {
    const lowered = discount.action === "free-delivery" ? (delivery ? [delivery] : []) : lines;
    const lefts = lowered.map(leftOf);
    const sum = lefts.reduce((all, cents) => all + cents, 0);
    const cents = amountOf(discount.action, sum);
    if (cents === 0) continue;
    saved += cents;
    for (const [at, share] of shareAmount(cents, lefts).entries()) {
      const line = lowered[at];
      if (!line || share === 0) continue;
      left.set(line, leftOf(line) - share);
      if (isFinal) adjust(line, discount, share);
    }
  }
  return saved;
}

function amountOf(action: Discount["action"], sum: Cents): Cents {
  if (action === "free-delivery") return sum;
  if ("cents" in action) return Math.min(action.cents, sum);
  return Math.round((sum * action.percentBp) / 10_000);
}

function adjust(line: PricedLine, { id, label }: Discount, cents: Cents): void {
  line.adjustments.push({ discount: id, label, cents });
  line.discountCents += cents;
}

function sumAdjustments(goods: readonly PricedLine[], delivery: PricedLine | undefined) {
  const saved = new Map<string, Cents>();
  for (const line of [...goods, ...(delivery ? [delivery] : [])]) {
    for (const { discount, cents } of line.adjustments) {
      saved.set(discount, (saved.get(discount) ?? 0) + cents);
    }
  }
  return saved;
}

function whyNothing(
  { id, action, alone }: Discount,
  best: readonly Candidate[],
  delivery: PricedLine | undefined,
): string | undefined {
  if (best.some(({ discount }) => discount.id === id)) {
    if (action !== "free-delivery") return "There is nothing left to take off.";
    return delivery ? "Your delivery costs nothing anyway." : undefined;
  }
  if (alone) return "It cannot be combined, and what you have saves more.";
  return "It cannot be combined with what saves you more.";
}
