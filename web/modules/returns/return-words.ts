import type { Return, ReturnLine } from "#contract/returns.ts";
import { moneyBack } from "#contract/rules/account-credit.ts";
import { type Resolution, resolutions, type Wish } from "#contract/rules/returns.ts";

export function describeReturn(shown: Return): string {
  const { state, free, sendTo, because, refund, dueOn } = shown;
  if (state === "requested") return "We answer within two working days. Please keep the parts.";
  if (state === "approved") {
    const cost = free ? "The way back costs you nothing." : "You pay for the way back.";
    return `Send the parts to us, with the number of the return in the parcel. ${cost}${sendTo && ` Our address: ${sendTo}`}`;
  }
  if (state === "refused") return because;
  if (state === "cancelled") return "It was cancelled.";
  if (state === "received") return "Your parcel is here. We look at the parts next.";
  if (state === "inspected") {
    return ["We have looked at the parts.", ...listNext(shown, "Your money comes next.")].join(" ");
  }
  const hasMoney = refund && refund.state !== "failed";
  const done = listNext(shown, hasMoney ? `Your money ${moneyBack({ dueOn })}` : "It is done.");
  return done.join(" ");
}

function listNext({ lines }: Return, refunded: string): string[] {
  const next: Record<Resolution, string> = {
    refund: refunded,
    replace: "We send you the same again.",
    refuse: "What we do not take goes back to you.",
  };
  const wanted = resolutions.filter((each) => lines.some((line) => line.resolution === each));
  return wanted.length > 0 ? wanted.map((each) => next[each]) : [refunded];
}

export function describeClosing(
  { lines, dueOn }: Pick<Return, "lines" | "dueOn">,
  isSettled: boolean,
): string {
  const where = dueOn ? "off what the company has open for this order" : "to the card that paid";
  const refunds = dueOn ? "Takes" : "Refunds";
  const words: Record<Resolution, string> = {
    refund: isSettled
      ? "Refunds nothing."
      : `${refunds} the parts with the share of the discounts that they had, ${where}.`,
    replace: "Sets the replacement aside: pack and ship it in the order.",
    refuse: "What goes back to the customer is not refunded.",
  };
  const chosen = resolutions.filter((each) => lines.some((line) => line.resolution === each));
  return chosen.map((each) => words[each]).join(" ");
}

/** To the customer, until it is decided. */
export const wishOf = ({ wants }: Pick<ReturnLine, "wants">) =>
  wants === "replace" ? "You would like the same again" : undefined;

export const wantsName = (wish: Wish) =>
  wish === "replace" ? "Wants the same again" : "Wants the money back";

const outcomes: Record<Resolution, string> = {
  refund: "Refund it",
  replace: "Send the same again",
  refuse: "Send it back to the customer",
};

/** An old part is not replaced. */
export function outcomesOf(reason: ReturnLine["reason"]): typeof outcomes {
  const { replace: _, ...ofCores } = outcomes;
  return reason === "core" ? (ofCores as typeof outcomes) : outcomes;
}

export function outcomeName(
  { resolution, restocked, scrapped }: ReturnLine,
  { state }: Pick<Return, "state">,
): string | undefined {
  if (resolution === null) return undefined;
  const names = state === "closed" ? doneNames : nextNames;
  const pieces = resolution === "refuse" ? "" : `${restocked + scrapped} `;
  return pieces + names[resolution];
}

const doneNames: Record<Resolution, string> = {
  refund: "refunded",
  replace: "replaced",
  refuse: "Sent back",
};
const nextNames: typeof doneNames = {
  refund: "to be refunded",
  replace: "to be replaced",
  refuse: "To be sent back",
};
