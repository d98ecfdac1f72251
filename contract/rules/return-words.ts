import { type ReturnReason, type ReturnState, type returnKinds, returnReasons } from "./returns.ts";

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

type Line = { reason: AnyReason; quantity: number; name: string };

export const describeLines = (lines: readonly Line[]): string =>
  lines.map((line) => `${line.quantity} × ${line.name}: ${reasonName(line)}`).join("; ");
