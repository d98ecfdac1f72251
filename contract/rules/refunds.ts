export const refundReasons = ["return", "withdrawal", "goodwill", "short", "deposit"] as const;
export const obligations = ["cancelled", "late", "second", "mismatch"] as const;
/** `tax`: contained in an order until its VAT number was confirmed. */
export type RefundReason = (typeof refundReasons | typeof obligations)[number] | "tax";

/** After so many declines, or while disputed, a refund may be marked as made manually. */
export const maxDeclines = 3;
/** Written to the order's history, where Manage All Orders looks for it. */
export const declinedForGoodNote = "The card provider declines to refund it";

/** In any other state a dispute is open. */
export const closedDisputeStates = ["won", "lost", "prevented", "warning_closed"];

export function isOpenDispute(state: string | null): boolean {
  return state !== null && !closedDisputeStates.includes(state);
}
