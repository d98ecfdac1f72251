import type { Return, ReturnLine } from "#contract/returns.ts";
import { moneyBack } from "#contract/rules/account-credit.ts";

export function describeReturn({ state, free, sendTo, because, refund, dueOn }: Return): string {
  if (state === "requested") return "We answer within two working days. Please keep the parts.";
  if (state === "approved") {
    const cost = free ? "The way back costs you nothing." : "You pay for the way back.";
    return `Send the parts to us, with the number of the return in the parcel. ${cost}${sendTo && ` Our address: ${sendTo}`}`;
  }
  if (state === "refused") return because;
  if (state === "cancelled") return "It was cancelled.";
  if (state === "received") return "Your parcel is here. We look at the parts next.";
  if (state === "inspected") return "We have looked at the parts. Your money comes next.";
  return refund && refund.state !== "failed" ? `Your money ${moneyBack({ dueOn })}` : "It is done.";
}

export function outcomeName({ resolution, restocked, scrapped }: ReturnLine): string | undefined {
  if (resolution === "refund") return `${restocked + scrapped} refunded`;
  if (resolution === "replace") return `${restocked + scrapped} replaced`;
  return resolution === "refuse" ? "Sent back" : undefined;
}
