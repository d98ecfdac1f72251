import { type AuditEntry, auditActions } from "../audit.ts";
import type { AuditedAction, Facts } from "../audit-actions/audited-action.ts";
import type { ThingKind } from "../things.ts";
import { formatDollars } from "./money.ts";

/** What stands before and after the thing, which is a link where it has a page. */
export type AuditSentence = { start: string; thing: string; end: string };

export function describeEntry(entry: AuditEntry): AuditSentence {
  const [start, end] = auditActions[entry.action].tell(toFacts(entry));
  const by = entry.by ?? (entry.address ? entry.who : "Someone at the machine");
  const thing = end === undefined ? "" : nameThing(entry);
  return { start: `${by} ${start}`, thing, end: end ?? "" };
}

export function writeSentence(entry: AuditEntry): string {
  const { start, thing, end } = describeEntry(entry);
  return start + thing + end;
}

const noLongerThere: Record<ThingKind, string> = {
  part: "a product",
  "part-type": "a part type",
  order: "an order",
  person: "someone whose account is gone",
  review: "a review",
  import: "an import",
  settings: "settings",
  "legal-text": "a legal text",
  shop: "the shop",
};

function nameThing({ thing, action, before, after }: AuditEntry): string {
  if (thing) return thing.name;
  const name = after?.name ?? before?.name;
  if (typeof name === "string" && name !== "") return name;
  const { kind, instead }: AuditedAction = auditActions[action];
  if (instead) return noLongerThere[instead.kind];
  if (kind === "import") return `import ${after?.number ?? ""}`.trimEnd();
  return noLongerThere[kind];
}

function toFacts({ before, after, parts = 0 }: AuditEntry): Facts {
  return {
    before: before ?? {},
    after: after ?? {},
    parts,
    money: (dollars) => `$${formatDollars(Number(dollars))}`,
  };
}
