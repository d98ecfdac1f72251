import { Circle, CircleCheck, CircleQuestionMark, CircleX } from "lucide-react";
import type { VerdictOnPart } from "./verdict-calls.ts";

type Says = NonNullable<VerdictOnPart["verdict"]>["says"];

/** Green is kept for what surely fits. */
export const verdictLooks: Record<Says, { Icon: typeof CircleX; text: string; box: string }> = {
  yes: { Icon: CircleCheck, text: "text-success", box: "border-success bg-success/8" },
  "yes-if": { Icon: CircleQuestionMark, text: "text-info", box: "border-info bg-info/8" },
  no: { Icon: CircleX, text: "text-error", box: "border-error bg-error/8" },
  "not-known": {
    Icon: Circle,
    text: "text-base-content/80",
    box: "border-base-content/60 bg-base-200",
  },
};

/** For lists: an icon and a word or two. */
export function VerdictMark({ on: { verdict, facts } }: { on: VerdictOnPart }) {
  if (!verdict) return null;
  const { Icon, text } = verdictLooks[verdict.says];
  return (
    <span
      data-says={verdict.says}
      className={`inline-flex max-w-full items-center gap-1 text-sm font-semibold ${text}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="truncate">{writeShort(verdict, facts)}</span>
    </span>
  );
}

function writeShort(
  verdict: NonNullable<VerdictOnPart["verdict"]>,
  facts: VerdictOnPart["facts"],
): string {
  if (verdict.says === "yes") return "Fits";
  if (verdict.says === "no") return "Does not fit";
  if (verdict.says === "not-known") {
    return verdict.why === "universal" ? "Compare measures" : "Not known";
  }
  return facts.find(({ key }) => key === verdict.ask)?.question ?? "One question";
}
