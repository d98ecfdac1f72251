import { createHash } from "node:crypto";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import {
  type BulkBatch,
  type BulkChange,
  type BulkEdit,
  type BulkPreview,
  bulkCalls,
} from "#contract/bulk-edits.ts";
import { Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import { bulkBatchSize, changePrice, maxBulkParts } from "#contract/rules/price-change.ts";
import type { Context } from "#server/context.ts";
import {
  countPartsOf,
  findOwnChange,
  nothingToAudit,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId, newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { isManaged } from "./managed-filters.ts";
import { needsType } from "./resolve-attributes.ts";
import { parts, partTypes } from "./tables.ts";
import { type BulkField, type PlannedChange, writeBulk } from "./write-bulk.ts";

const shownRows = 100;
const changedMeanwhile =
  "Some of these parts were changed meanwhile. Nothing was done: please look at the preview again.";
const foreignEdit = refuse("conflict", "This change belongs to another preview.");

export function bulkHandlers({ db }: Context): Handlers<typeof bulkCalls> {
  return {
    preview: async ({ body: { select, change } }) => {
      const isMeant = "ids" in select ? hasId(select.ids) : isManaged(select);
      const plan = await planBulk(db, isMeant, change);
      return plan instanceof Refusal ? plan : { reply: present(plan), noted: nothingToAudit };
    },
    apply: ({ body }, caller) =>
      retryOnConflict(() => inTransaction(db, (tx) => applyOnce(tx, caller, body))),
  };
}

/** One preview makes one change, each of its batches once. */
async function applyOnce(tx: Queries, caller: SignedInCaller, body: BulkEdit) {
  const { editId, ids, change, seen } = body;
  const by = { who: caller.person._id };
  const edit = keyedRequest(bulkCalls.apply, { body: { key: editId, change } }, by);
  const batchKey = deriveId(editId, ...ids);
  const batch = keyedRequest(bulkCalls.apply, { body: { key: batchKey, change, seen } }, by);
  const done = await once(tx, batch, () => applyBulk(tx, caller, body));
  if (done instanceof Refusal) return done;
  const begun = await once(tx, edit, async () => ({ reply: {}, noted: nothingToAudit }));
  // Thrown, so that the batch is not done either.
  if (begun instanceof Refusal) throw new RefusalError(begun);
  return done;
}

async function applyBulk(
  tx: Queries,
  caller: SignedInCaller,
  { editId, ids, change, seen }: BulkEdit,
) {
  const plan = await planBulk(tx, hasId(ids), change, { lock: true });
  if (plan instanceof Refusal) return plan;
  const action = { id: editId, action: "edit-parts" } as const;
  const begun = await findOwnChange(tx, action, caller);
  if (begun === "foreign") return foreignEdit;
  const changed = begun === "own" ? await countPartsOf(tx, editId, ids) : 0;
  if (changed > 0) return { reply: { changed, auditId: editId }, noted: nothingToAudit };
  const preview = present(plan);
  if (preview.batches[0]?.seen !== seen)
    return refuseWithPresent("conflict", changedMeanwhile, preview);
  const noted = await writeBulk(tx, caller, plan.changes, { id: editId, what: describe(change) });
  return { reply: { changed: plan.changes.length, auditId: editId }, noted };
}

function present({ changes, unchanged, problems }: BulkPlan): BulkPreview {
  const shown = changes.slice(0, shownRows).map(({ _id, number, name, field, before, after }) => ({
    _id,
    number,
    name,
    before: before[field] ?? null,
    after: after[field] ?? null,
  }));
  return {
    editId: newId(),
    batches: [...toBatches(changes)],
    changing: changes.length,
    unchanged,
    impossible: problems.length,
    changes: shown,
    problems: problems.slice(0, shownRows),
  };
}

function* toBatches(changes: readonly PlannedChange[]): Generator<BulkBatch> {
  for (let from = 0; from < changes.length; from += bulkBatchSize) {
    const batch = changes.slice(from, from + bulkBatchSize);
    const facts = batch.map(({ _id, version, after }) => [_id, version, after]);
    const seen = createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
    yield { ids: batch.map(({ _id }) => _id), seen };
  }
}

function describe(change: BulkChange): Record<string, string | number | boolean | null> {
  if (!("price" in change)) return change;
  const { by, value, roundTo } = change.price;
  const sign = value > 0 ? "+" : "";
  const price = by === "percent" ? `${sign}${value} %` : `${sign}$${value.toFixed(2)}`;
  return { price, rounding: roundTo };
}

const tooMany = refuse(
  "conflict",
  `These are more than ${maxBulkParts.toLocaleString("en")} parts. Please choose fewer at once, by type for example.`,
);

type BulkPlan = {
  changes: PlannedChange[];
  unchanged: number;
  problems: { _id: string; number: string; name: string; problem: string }[];
};

async function planBulk(
  db: Queries,
  isMeant: SQL | undefined,
  change: BulkChange,
  { lock = false } = {},
): Promise<BulkPlan | Refusal<"conflict" | "invalid">> {
  if ("type" in change && change.type !== null) {
    const problem = await findTypeProblem(db, change.type, { lock });
    if (problem) return problem;
  }
  const found = await findBulkParts(db, isMeant, { lock });
  if (found.length > maxBulkParts) return tooMany;
  const plan: BulkPlan = { changes: [], unchanged: 0, problems: [] };
  for (const { values, ...part } of found) {
    const [field, next] = changeValue(change, values);
    if (field === "problem") {
      const { _id, number, name } = part;
      plan.problems.push({ _id, number, name, problem: next });
    } else if (values[field] === next) {
      plan.unchanged += 1;
    } else {
      const [before, after] = [{ [field]: values[field] }, { [field]: next }];
      plan.changes.push({ ...part, field, before, after });
    }
  }
  return plan;
}

type Changed = [BulkField, number | string | boolean | null] | ["problem", string];

function changeValue(change: BulkChange, present: { price: number; isListed: boolean }): Changed {
  if ("type" in change)
    return change.type === null && present.isListed
      ? ["problem", needsType]
      : ["type", change.type];
  if ("hidden" in change) return ["hidden", change.hidden];
  const price = changePrice(toCents(present.price), change.price);
  return "problem" in price ? ["problem", price.problem] : ["price", toDollars(price.cents)];
}

export async function findTypeProblem(db: Queries, slug: string, { lock }: { lock: boolean }) {
  const query = db
    .select({ id: partTypes.id })
    .from(partTypes)
    .where(and(eq(partTypes.slug, slug), isNull(partTypes.deletedAt)));
  const found = await (lock ? query.for("share") : query);
  if (found.length > 0) return undefined;
  const problem = `There is no part type “${slug}”`;
  return refuse("invalid", `${problem}.`, { type: problem });
}

export const hasId = (ids: readonly string[]) =>
  and(isNull(parts.deletedAt), sql`${parts.id} = any(${sql.param(ids)}::uuid[])`);

/** Locked in one order, so that two of these wait for each other. */
export async function findBulkParts(
  db: Queries,
  isMeant: SQL | undefined,
  { lock }: { lock: boolean },
) {
  const query = db
    .select({
      _id: parts.id,
      number: parts.number,
      name: parts.name,
      version: parts.version,
      priceCents: parts.priceCents,
      hidden: parts.hidden,
      type: sql<string | null>`(select slug from part_types where id = ${parts.partTypeId}
        and deleted_at is null)`,
      isListed: sql<boolean>`exists (select from applications a where a.part_id = parts.id)`,
    })
    .from(parts)
    .where(isMeant)
    .orderBy(asc(parts.position))
    .limit(maxBulkParts + 1);
  const rows = await (lock ? query.for("no key update") : query);
  return rows.map(({ priceCents, type, hidden, isListed, ...part }) => ({
    ...part,
    values: { price: toDollars(priceCents), type, hidden, isListed },
  }));
}
