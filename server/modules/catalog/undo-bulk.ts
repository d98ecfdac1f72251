import { Refusal, refuse } from "#contract/refusals.ts";
import { bulkBatchSize } from "#contract/rules/price-change.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import { listPartsOf } from "#server/platform/audit/list-parts-of.ts";
import { type AuditProof, nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findBulkParts, findTypeProblem, hasId } from "./bulk-edit.ts";
import { type BulkField, type PlannedChange, writeBulk } from "./write-bulk.ts";

const alreadyUndone = refuse("conflict", "This change has already been undone.");

/** Each call reads the whole change first, so it does as much as a request may. */
const longestMs = 2_000;

/** In batches, as it was made. Called again, it goes on where it has ended or was interrupted. */
export async function undoBulk(
  db: Database,
  caller: SignedInCaller,
  { _id }: Change,
): Promise<Undone> {
  const entries = await listPartsOf(db, _id);
  const planned = await planUndo(db, entries);
  if (planned instanceof Refusal) return planned;
  const { changes, changedSince } = planned;
  if (changedSince.length > 0) return refuseChanged(changedSince, "The change stays as it is");
  if (changes.length === 0) return alreadyUndone;
  const meant = new Set(changes.map((change) => change._id));
  const left = entries.filter(({ about }) => meant.has(about));
  const until = performance.now() + longestMs;
  const id = newId();
  let noted: AuditProof = nothingToAudit;
  const skipped: string[] = [];
  const undo = (batch: Change[]) =>
    inTransaction(db, async (tx) => {
      const plan = await planUndo(tx, batch, { lock: true });
      if (plan instanceof Refusal) return plan;
      noted = await writeBulk(tx, caller, plan.changes, { id, what: { undone: true } });
      return plan.changedSince;
    });
  while (left.length > 0 && performance.now() < until) {
    const batch = left.splice(0, bulkBatchSize);
    const undone = await retryOnConflict(() => undo(batch));
    if (undone instanceof Refusal) return undone;
    skipped.push(...undone);
  }
  if (skipped.length > 0) return refuseChanged(skipped, "These stay as they are");
  return { reply: undefined, noted, left: left.length };
}

type UndoPlan = { changes: PlannedChange[]; changedSince: string[] };

async function planUndo(
  db: Queries,
  entries: readonly Change[],
  { lock = false } = {},
): Promise<UndoPlan | Refusal<"conflict">> {
  const types = new Set(entries.flatMap(({ before }) => before?.type ?? []));
  for (const type of types) {
    if (await findTypeProblem(db, `${type}`, { lock })) return typeIsGone(`${type}`);
  }
  const isMeant = hasId(entries.map(({ about }) => about));
  const present = await findBulkParts(db, isMeant, { lock });
  const parts = new Map(present.map((part) => [part._id, part]));
  const plan: UndoPlan = { changes: [], changedSince: [] };
  for (const { about, before, after } of entries) {
    const part = parts.get(about);
    const [field] = Object.keys(after ?? {}) as BulkField[];
    if (!part || !field) continue;
    const { _id, number, name, version, values } = part;
    const now = values[field];
    const next = before?.[field] as string | number | boolean | null;
    if (now === next) continue;
    const isNeeded = field === "type" && next === null && values.isListed;
    if (isNeeded || now !== after?.[field]) {
      plan.changedSince.push(number);
      continue;
    }
    plan.changes.push({
      _id,
      number,
      name,
      version,
      field,
      before: { [field]: now },
      after: { [field]: next },
    });
  }
  return plan;
}

const typeIsGone = (type: string) =>
  refuse("conflict", `There is no part type “${type}” any more. The products stay as they are.`);

function refuseChanged(numbers: string[], consequence: string) {
  const named = numbers.slice(0, 3).join(", ");
  const more = numbers.length > 3 ? ` and ${numbers.length - 3} more` : "";
  return refuse(
    "conflict",
    `Changed again since: ${named}${more}. ${consequence}; each product's own history can undo it.`,
  );
}
