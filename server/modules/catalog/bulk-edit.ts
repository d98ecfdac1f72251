import { createHash } from "node:crypto";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { BulkChange, BulkPreview, BulkSelection, bulkCalls } from "#contract/bulk-edits.ts";
import { Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import { changePrice } from "#contract/rules/price-change.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { invalidField } from "#server/platform/http/refusal-error.ts";
import { isManaged } from "./managed-filters.ts";
import { parts, partTypes } from "./tables.ts";
import { type BulkField, type PlannedChange, writeBulk } from "./write-bulk.ts";

const shownRows = 100;
const changedMeanwhile =
  "Some of these parts were changed meanwhile. Nothing was done: please look at the preview again.";

export function bulkHandlers({ db }: Context): Handlers<typeof bulkCalls> {
  return {
    preview: async ({ body }) => {
      const plan = await planBulk(db, body);
      return plan instanceof Refusal ? plan : { reply: present(plan), noted: nothingToAudit };
    },
    apply: ({ body: { seen, ...request } }, caller) =>
      retryOnConflict(() =>
        inTransaction(db, async (tx) => {
          const plan = await planBulk(tx, request, { lock: true });
          if (plan instanceof Refusal) return plan;
          const preview = present(plan);
          if (preview.seen !== seen)
            return refuseWithPresent("conflict", changedMeanwhile, preview);
          const { auditId, noted } = await writeBulk(
            tx,
            caller,
            plan.changes,
            describe(request.change),
          );
          return { reply: { changed: plan.changes.length, auditId }, noted };
        }),
      ),
  };
}

function present({ changes, unchanged, problems }: BulkPlan): BulkPreview {
  const shown = changes.map(({ _id, number, name, field, before, after }) => ({
    ...{ _id, number, name, before: before[field] ?? null, after: after[field] ?? null },
  }));
  const facts = changes.map(({ _id, version, after }) => [_id, version, after]);
  return {
    seen: createHash("sha256").update(JSON.stringify(facts)).digest("base64url"),
    ...{ changing: changes.length, unchanged, impossible: problems.length },
    ...{ changes: shown.slice(0, shownRows), problems: problems.slice(0, shownRows) },
  };
}

function describe(change: BulkChange): Record<string, string | number | boolean | null> {
  if (!("price" in change)) return change;
  const { by, value, roundTo } = change.price;
  const sign = value > 0 ? "+" : "";
  const price = by === "percent" ? `${sign}${value} %` : `${sign}$${value.toFixed(2)}`;
  return { price, rounding: roundTo };
}

const maxParts = 5_000;
const tooMany = refuse(
  "conflict",
  "These are more than 5,000 parts. Please choose fewer at once, by type for example.",
);

type BulkPlan = {
  changes: PlannedChange[];
  unchanged: number;
  problems: { _id: string; number: string; name: string; problem: string }[];
};

type Request = { select: BulkSelection; change: BulkChange };

async function planBulk(
  db: Queries,
  { select, change }: Request,
  { lock = false } = {},
): Promise<BulkPlan | Refusal<"conflict">> {
  if ("type" in change && change.type !== null) await requireType(db, change.type, { lock });
  const found = await findBulkParts(db, select, { lock });
  if (found.length > maxParts) return tooMany;
  const plan: BulkPlan = { changes: [], unchanged: 0, problems: [] };
  for (const { values, ...part } of found) {
    const [field, next] = changeValue(change, values.price);
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

function changeValue(change: BulkChange, present: number): Changed {
  if ("type" in change) return ["type", change.type];
  if ("hidden" in change) return ["hidden", change.hidden];
  const price = changePrice(toCents(present), change.price);
  return "problem" in price ? ["problem", price.problem] : ["price", toDollars(price.cents)];
}

async function requireType(db: Queries, slug: string, { lock }: { lock: boolean }): Promise<void> {
  const query = db
    .select({ id: partTypes.id })
    .from(partTypes)
    .where(and(eq(partTypes.slug, slug), isNull(partTypes.deletedAt)));
  const found = await (lock ? query.for("share") : query);
  if (found.length === 0) throw invalidField("type", `There is no part type “${slug}”`);
}

/** Locked in one order, so that two of these wait for each other. */
export async function findBulkParts(
  db: Queries,
  select: BulkSelection,
  { lock }: { lock: boolean },
) {
  const isMeant =
    "ids" in select
      ? and(isNull(parts.deletedAt), inArray(parts.id, select.ids))
      : isManaged(select);
  const query = db
    .select({
      ...{ _id: parts.id, number: parts.number, name: parts.name, version: parts.version },
      ...{ priceCents: parts.priceCents, hidden: parts.hidden },
      type: sql<string | null>`(select slug from part_types where id = ${parts.partTypeId}
        and deleted_at is null)`,
    })
    .from(parts)
    .where(isMeant)
    .orderBy(asc(parts.position))
    .limit(maxParts + 1);
  const rows = await (lock ? query.for("no key update") : query);
  return rows.map(({ priceCents, type, hidden, ...part }) => ({
    ...part,
    values: { price: toDollars(priceCents), type, hidden },
  }));
}
