import { eq, sql } from "drizzle-orm";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { defineJob, type RunningJob } from "#server/platform/jobs/job.ts";
import { findParts } from "./find-parts.ts";
import { findStale, writeLock } from "./find-stale.ts";
import { importEvent } from "./import-event.ts";
import type { Cause, ImportKind, Kinds, LineChange } from "./import-kind.ts";
import { type WriteImport, writeImportKind } from "./job-kinds.ts";
import { changeImport, findImport, insertFindings, type NewFinding } from "./store.ts";
import { importFindings, importLines, imports } from "./tables.ts";

const maxAttempts = 3;

export const writeImportJob = (db: Database, kinds: Kinds) =>
  defineJob({
    ...writeImportKind,
    title: "Apply or undo an import",
    timeoutSeconds: 1_800,
    maxAttempts,
    describe: ({ isUndo }) => (isUndo ? "Undo" : ""),
    aboutWhat: ({ importId }) => ({ kind: "import", id: importId }),
    run: (payload, job) => writeOrReport(db, kinds, payload, job),
  });

class ChangedMeanwhile extends Error {
  readonly lines: NewFinding[];

  constructor(lines: NewFinding[]) {
    super("Lines have changed meanwhile");
    this.lines = lines;
  }
}

async function writeOrReport(
  db: Database,
  kinds: Kinds,
  payload: WriteImport,
  { attempt }: RunningJob,
): Promise<void> {
  const { importId, isUndo } = payload;
  await storeEvents(db, [importEvent("import.write-begun", importId)]);
  const progress = keepProgress(db, importId);
  try {
    await retryOnConflict(() =>
      inTransaction(db, (tx) => writeImport(tx, kinds, payload, progress.set)),
    );
  } catch (error) {
    const isExpected = error instanceof ChangedMeanwhile || error instanceof RefusalError;
    if (!isExpected && attempt < maxAttempts) throw error;
    const lines = error instanceof ChangedMeanwhile ? error.lines : [];
    const problem = problemText(error, lines.length, isUndo);
    await inTransaction(db, (tx) => giveBack(tx, importId, isUndo, problem, lines));
    if (!isExpected) throw error;
  } finally {
    await progress.stop();
  }
}

function problemText(error: unknown, lines: number, isUndo: boolean): string {
  const nothing = `Nothing was ${isUndo ? "undone" : "applied"}.`;
  if (error instanceof ChangedMeanwhile) {
    const [which, where] =
      lines === 1 ? ["1 line has", "it is"] : [`${lines} lines have`, "they are"];
    return `${nothing} ${which} changed meanwhile; ${where} listed below.`;
  }
  if (error instanceof RefusalError) return `${nothing} ${error.refusal.message}`;
  return `${nothing} Something went wrong on our side; the page Jobs has the reason.`;
}

async function giveBack(
  tx: Queries,
  id: string,
  isUndo: boolean,
  problem: string,
  lines: NewFinding[],
): Promise<void> {
  const state = isUndo ? "applied" : "checked";
  await changeImport(tx, id, [isUndo ? "undoing" : "applying"], { state, problem });
  await tx.delete(importFindings).where(sql`import_id = ${id} and n = ${changedAt}`);
  await insertFindings(tx, id, lines);
  await storeEvents(tx, [importEvent("import.refused", id)]);
}

const changedAt = 1_000;
/** So few that most of what is read of them is gone before the heap would grow for it. */
const batchSize = 500;

async function writeImport(
  tx: Queries,
  kinds: Kinds,
  payload: WriteImport,
  onProgress: (lines: number) => void,
): Promise<void> {
  const { importId, isUndo, leaveOut, person, address } = payload;
  await tx.execute(sql`select pg_advisory_xact_lock(${writeLock})`);
  const found = await findImport(tx, importId);
  if (found?.state !== (isUndo ? "undoing" : "applying")) return;
  const kind = kinds[found.kind];
  const { number } = found;
  const lockedBefore = isUndo || !kind.lockBefore ? [] : await kind.lockBefore(tx, importId);
  const cause: Cause = { importId, number, byUser: person._id, isUndo, lockedBefore };
  const changed: NewFinding[] = [];
  let done = 0;
  const batch = kind.isWrittenWhole ? "all" : `${batchSize}`;
  for await (const lines of readOrder(tx, { id: importId, isUndo, batch })) {
    changed.push(...(await writeBatch(tx, kind, lines, cause)));
    done += lines.length;
    onProgress(done);
  }
  if (changed.length > 0 && !leaveOut) throw new ChangedMeanwhile(changed);
  if (kind.finish) await kind.finish(tx, importId);
  await tx.delete(importFindings).where(sql`import_id = ${importId} and n = ${changedAt}`);
  await insertFindings(tx, importId, changed);
  await tx.update(imports).set(writtenBy(isUndo, person.email)).where(eq(imports.id, importId));
  const name = isUndo ? "parts.import-undone" : "parts.imported";
  await storeEvents(tx, [
    { name, about: importId, tags: kind.tags },
    importEvent("import.written", importId),
  ]);
  await recordAction(
    tx,
    { person: { ...person, role: "admin" }, address },
    {
      action: isUndo ? "undo-import" : "apply-import",
      about: importId,
      after: {
        number,
        kind: found.kind,
        file: found.fileName,
        sha256: found.sha256,
        lines: done - changed.length,
      },
    },
  );
}

function writtenBy(isUndo: boolean, email: string) {
  const done = { problem: null };
  return isUndo
    ? { ...done, state: "undone" as const, undoneBy: email, undoneAt: sql`now()` }
    : { ...done, state: "applied" as const, appliedBy: email, appliedAt: sql`now()` };
}

type Ordered = { line: number };

/** In the order of the parts, in which all that changes parts locks them. */
async function* readOrder(
  tx: Queries,
  { id, isUndo, batch }: { id: string; isUndo: boolean; batch: string },
): AsyncGenerator<Ordered[]> {
  const isWritten = isUndo ? sql`undone_at is null` : sql`true`;
  await tx.execute(
    sql`declare import_order no scroll cursor for select line from import_lines
      where import_id = ${id} and result in ('new', 'changed', 'removed')
      and ${isWritten} order by part_id, line`,
  );
  for (;;) {
    const lines = await queryRows<Ordered>(tx, sql`fetch ${sql.raw(batch)} from import_order`);
    if (lines.length === 0) break;
    yield lines;
  }
  await tx.execute(sql`close import_order`);
}

async function writeBatch(
  tx: Queries,
  kind: ImportKind,
  order: Ordered[],
  cause: Cause,
): Promise<NewFinding[]> {
  const { importId, isUndo } = cause;
  const lines = await findLines(tx, importId, order);
  const ids = kind.nameLine ? [] : await findPartIds(tx, lines);
  const changes: (LineChange & { part: string })[] = lines.map((line, at) => {
    const { before, after, part, key } = line;
    const was = before ?? undefined;
    const made = after ?? undefined;
    const both = isUndo ? { before: made, after: was } : { before: was, after: made };
    return { line: line.line, part, key, partId: ids[at] ?? null, ...both };
  });
  const partIds = [...new Set(ids.filter((id) => id !== null))];
  await kind.lock(tx, partIds, changes);
  const isCompared = !(isUndo && kind.isRelative);
  const stale = isCompared ? await findStale(tx, kind, changes) : [];
  const staleLines = new Set(stale.map(({ line }) => line));
  const fresh = changes.filter(({ line }) => !staleLines.has(line));
  const unwritten = await kind.write(tx, fresh, cause);
  if (!isUndo && !kind.nameLine) await nameAddedParts(tx, importId, fresh);
  const parts = new Map(changes.map(({ line, part }) => [line, part]));
  return [...stale, ...unwritten].map(({ line, what }) => ({
    line,
    n: changedAt,
    grade: "line",
    part: parts.get(line) ?? "",
    what,
    todo: isUndo ? "Look at the part, or undo the other lines" : "Look again",
  }));
}

async function findLines(tx: Queries, id: string, order: Ordered[]) {
  const lines = order.map(({ line }) => line);
  const rows = await tx
    .select()
    .from(importLines)
    .where(sql`import_id = ${id} and ${importLines.line} = any(${sql.param(lines)}::int[])`);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  return lines.flatMap((line) => byLine.get(line) ?? []);
}

/** Parts that the import adds have an id only since it was applied. */
async function findPartIds(
  tx: Queries,
  lines: (typeof importLines.$inferSelect)[],
): Promise<(string | null)[]> {
  const added = lines.filter(({ partId }) => partId === null).map(({ part }) => part);
  if (added.length === 0) return lines.map(({ partId }) => partId);
  const found = await findParts(tx, added);
  const byNumber = new Map(added.map((part, at) => [part, found[at]?.id ?? null]));
  return lines.map(({ partId, part }) => partId ?? byNumber.get(part) ?? null);
}

/** So that their history finds the line. */
async function nameAddedParts(
  tx: Queries,
  importId: string,
  changes: readonly (LineChange & { part: string })[],
): Promise<void> {
  const added = changes.filter(({ partId }) => partId === null);
  if (added.length === 0) return;
  const found = await findParts(
    tx,
    added.map(({ part }) => part),
  );
  const rows = added.map(({ line }, at) => ({ line, id: found[at]?.id ?? null }));
  await tx.execute(sql`
    update import_lines l set part_id = row.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line int, id uuid)
    where l.import_id = ${importId} and l.line = row.line`);
}

const progressMs = 500;

/** Outside the transaction, whose changes are not visible before it commits. */
function keepProgress(db: Database, id: string) {
  let done = 0;
  let written = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const write = () => {
    if (done === written) return;
    written = done;
    writing = changeImport(db, id, ["applying", "undoing"], { progressDone: done }).catch(() => {});
  };
  const timer = setInterval(write, progressMs);
  return {
    set: (lines: number) => {
      done = lines;
    },
    stop: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
