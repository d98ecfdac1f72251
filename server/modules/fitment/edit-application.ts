import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type {
  Application,
  ApplicationEdit,
  applicationCalls,
  NewApplication,
} from "#contract/applications.ts";
import { type Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { canonicalTerms } from "#contract/rules/fit.ts";
import type { Context } from "#server/context.ts";
import { type Audited, nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { recountParts, saveConditions, savePositions } from "./add-applications.ts";
import { applicationProblem, readModels } from "./application-problem.ts";
import {
  forgetFailures,
  lockApplication,
  lockPartType,
  noSuchApplication,
  noSuchPart,
  note,
  type StoredApplication,
  toFields,
  toGiven,
} from "./application-record.ts";
import { readFacts } from "./read-facts.ts";
import { applications } from "./tables.ts";

const isThere = refuse("conflict", "This part already has exactly this application.");
const changedMeanwhile =
  "Somebody else changed this application meanwhile. Please look at it again.";

type Saved = Promise<Audited<Application> | Refusal<"invalid" | "not-found" | "conflict">>;
type Own = Pick<Context, "db">;

export const handleAdd =
  ({ db }: Own): Handler<typeof applicationCalls.add> =>
  ({ params, body }, caller) =>
    addApplication(db, caller, params.id, body);

export const handleEdit =
  ({ db }: Own): Handler<typeof applicationCalls.edit> =>
  ({ params, body }, caller) =>
    editApplication(db, caller, params.id, body);

export const handleRemove =
  ({ db }: Own): Handler<typeof applicationCalls.remove> =>
  ({ params }, caller) =>
    removeApplication(db, caller, params.id);

export function addApplication(
  db: Database,
  caller: SignedInCaller,
  partId: string,
  given: NewApplication,
  restoredId?: string,
): Saved {
  return save(db, async (tx) => {
    const part = await lockPartType(tx, partId);
    if (!part) return noSuchPart;
    if (part.typeId === null) {
      return refuse("conflict", "Give the product a part type first: lists for a car go by it.");
    }
    const checked = await check(tx, given);
    if ("refusal" in checked) return checked.refusal;
    const { modelId } = checked;
    const columns = { ...(await toColumns(tx, modelId, given)), partId, partTypeId: part.typeId };
    const insert = tx.insert(applications);
    const [row] = await (restoredId === undefined
      ? insert.values(columns).returning({ id: applications.id })
      : insert
          .overridingSystemValue()
          .values({ ...columns, id: Number(restoredId) } as typeof columns)
          .returning({ id: applications.id }));
    const { record } = await reread(tx, `${row?.id}`);
    await recountParts(tx, [modelId], partId);
    const action = restoredId === undefined ? "add-application" : "restore-application";
    const after = await toFields(tx, record);
    return { reply: record, noted: await note(tx, caller, { action, about: partId, after }) };
  });
}

export function editApplication(
  db: Database,
  caller: SignedInCaller,
  id: string,
  { version, ...edit }: ApplicationEdit,
): Saved {
  return save(db, async (tx) => {
    const stored = await lockApplication(tx, id);
    if (!stored) return noSuchApplication;
    const { partId, record: before } = stored;
    if (version !== undefined && version !== before.version) {
      return refuseWithPresent("conflict", changedMeanwhile, before);
    }
    const given = { ...toGiven(before), ...edit } as NewApplication;
    if (isSame(given, before)) return { reply: before, noted: nothingToAudit };
    const checked = await check(tx, given);
    if ("refusal" in checked) return checked.refusal;
    const { modelId } = checked;
    await tx
      .update(applications)
      .set({ ...(await toColumns(tx, modelId, given)), version: before.version + 1 })
      .where(eq(applications.id, Number(id)));
    if (given.heldBecause === null && before.heldBecause !== null) await forgetFailures(tx, id);
    const { record } = await reread(tx, id);
    await recountParts(tx, [...new Set([stored.modelId, modelId])], partId);
    const noted = await note(tx, caller, {
      action: "edit-application",
      about: partId,
      before: await toFields(tx, before),
      after: await toFields(tx, record),
    });
    return { reply: record, noted };
  });
}

export function removeApplication(
  db: Database,
  caller: SignedInCaller,
  id: string,
): Promise<Audited<{ deletedCount: 1 }> | Refusal<"not-found">> {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const stored = await lockApplication(tx, id);
      if (!stored) return noSuchApplication;
      const { partId, modelId, record } = stored;
      const before = await toFields(tx, record);
      await tx.delete(applications).where(eq(applications.id, Number(id)));
      await recountParts(tx, [modelId], partId);
      const done = { action: "delete-application", about: partId, before } as const;
      return { reply: { deletedCount: 1 } as const, noted: await note(tx, caller, done) };
    }),
  );
}

async function save(
  db: Database,
  work: (tx: Queries) => Promise<Awaited<Saved>>,
): Promise<Awaited<Saved>> {
  try {
    return await retryOnConflict(() => inTransaction(db, work));
  } catch (error) {
    if (isUniqueViolation(error, "applications_once")) return isThere;
    throw error;
  }
}

async function check(
  tx: Queries,
  given: NewApplication,
): Promise<{ modelId: number } | { refusal: Refusal<"invalid"> }> {
  const model = (await readModels(tx, [given.model])).get(given.model);
  const problem = applicationProblem(given, model, await readFacts(tx, given.terms));
  if (!problem) return { modelId: model?.id ?? 0 };
  const { field, message } = problem;
  return { refusal: refuse("invalid", `${message}. Please check it.`, { [field]: message }) };
}

async function reread(tx: Queries, id: string): Promise<StoredApplication> {
  const stored = await lockApplication(tx, id);
  if (!stored) throw new Error(`Application ${id} is gone`);
  return stored;
}

export function isSame(given: NewApplication, record: Application): boolean {
  const comparable = ({ terms, ...rest }: NewApplication) => ({
    ...rest,
    terms: canonicalTerms(terms),
  });
  return isDeepStrictEqual(comparable(given), comparable(toGiven(record)));
}

async function toColumns(tx: Queries, modelId: number, given: NewApplication) {
  const { from, to, terms, position, quantity, label, remark, heldBecause } = given;
  const key = JSON.stringify(canonicalTerms(terms));
  const conditionId = (await saveConditions(tx, [key])).get(key) ?? 0;
  const positions = await savePositions(tx, [given]);
  return {
    modelId,
    conditionId,
    quantity,
    label,
    remark,
    heldBecause,
    years: `[${from},${to + 1})`,
    positionId: position === null ? null : (positions.get(position) ?? null),
  };
}
