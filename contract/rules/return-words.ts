import { type ReturnReason, type ReturnState, returnReasons } from "./returns.ts";

export const stateNames: Record<ReturnState, string> = {
  requested: "Asked",
  approved: "Approved",
  refused: "Refused",
  cancelled: "Cancelled",
  received: "Received",
  inspected: "Inspected",
  closed: "Done",
};

export function reasonName({ reason }: { reason: ReturnReason | "withdrawal" | "core" }): string {
  if (reason === "core") return "Old part, for its deposit";
  return reason === "withdrawal" ? "Withdrawal from the contract" : returnReasons[reason];
}

type Line = Parameters<typeof reasonName>[0] & { quantity: number; name: string };

export const describeLines = (lines: readonly Line[]): string =>
  lines.map((line) => `${line.quantity} × ${line.name}: ${reasonName(line)}`).join("; ");
