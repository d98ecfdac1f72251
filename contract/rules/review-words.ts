import { type ReviewEntry, reportReasons } from "../reviews.ts";

export const othersName = "Another account has this name";

/** Nothing is said of a review that everybody sees. */
export function nameHidden({ hidden, waiting }: Pick<ReviewEntry, "hidden" | "waiting">): string {
  if (!hidden) return "";
  return waiting ? "Waits for you" : "Hidden";
}

const shownNotes = 3;

export function describeReports({ reports }: Pick<ReviewEntry, "reports">): string[] {
  return [...Map.groupBy(reports, ({ reason }) => reason)].map(([reason, all]) => {
    const count = all.length > 1 ? ` (${all.length})` : "";
    const notes = all.flatMap(({ note }) => (note ? `: ${note}` : [])).slice(0, shownNotes);
    return `${reportReasons[reason]}${count}${notes.join("")}`;
  });
}
