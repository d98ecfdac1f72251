import {
  type ReturnReason,
  type ReturnState,
  type returnKinds,
  returnReasons,
  type Wish,
} from "./returns.ts";

export const returnStateNames: Record<ReturnState, string> = {
  requested: "Asked",
  approved: "Approved",
  refused: "Refused",
  cancelled: "Cancelled",
  received: "Received",
  inspected: "Inspected",
  closed: "Done",
};

export const returnKindNames: Record<(typeof returnKinds)[number], string> = {
  return: "Return",
  withdrawal: "Withdrawal",
  core: "Old parts",
};

/** Withdrawals and old parts come back as returns, too. */
type AnyReason = ReturnReason | "withdrawal" | "core";

export function reasonName({ reason }: { reason: AnyReason }): string {
  if (reason === "core") return "Old part, for its deposit";
  return reason === "withdrawal" ? "Withdrawal from the contract" : returnReasons[reason];
}

export const wishNames: Record<Wish, string> = {
  refund: "My money back",
  replace: "The same again",
};

type Line = { reason: AnyReason; quantity: number; name: string; wants: Wish | null };

/** Of wishes only the one that asks for more than the usual. */
export const describeLines = (lines: readonly Line[]): string =>
  lines
    .map((line) => {
      const wish = line.wants === "replace" ? ", wants the same again" : "";
      return `${line.quantity} × ${line.name}: ${reasonName(line)}${wish}`;
    })
    .join("; ");
