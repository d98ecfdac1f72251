import { returnStateNames } from "#contract/rules/return-words.ts";
import type { ReturnState } from "#contract/rules/returns.ts";

const looks: Record<ReturnState, string> = {
  requested: "border-info text-info",
  approved: "border-info text-info",
  refused: "border-error text-error",
  cancelled: "border-base-content/60",
  received: "border-info text-info",
  inspected: "border-info text-info",
  closed: "border-success text-success",
};

export function ReturnBadge({ state }: { state: ReturnState }) {
  return (
    <span className={`inline-block border px-2 py-0.5 text-sm font-semibold ${looks[state]}`}>
      {returnStateNames[state]}
    </span>
  );
}
