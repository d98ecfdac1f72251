import { and, eq, inArray, sql } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { findStale, writeLock } from "./find-stale.ts";
import { importEvent } from "./import-event.ts";
import type { Cells, Kinds, LineChange } from "./import-kind.ts";
import { findImport, noSuchImport } from "./store.ts";
import { importLines } from "./tables.ts";

const noSuchLine = refuse("not-found", "This line of the import changed nothing.");
const alreadyUndone = refuse("conflict", "This change has already been undone.");
const busy = refuse("conflict", "An import is being written. Please try again when that is done.");

type Answer = Audited<{ undone: true }> | Refusal<"not-found" | "conflict">;

export function undoLine(
  db: Database,
  kinds: Kinds,
  caller: SignedInCaller,
  { id, line }: { id: string; line: number },
): Promise<Answer> {
  return retryOnConflict(() => inTransaction(db, (tx) => undo(tx, kinds, caller, id, line)));
}

async function undo(
  tx: Queries,
  kinds: Kinds,
  caller: SignedInCaller,
  importId: string,
  line: number,
): Promise<Answer> {
  const [lock] = await queryRows<{ isFree: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${writeLock}) as "isFree"`,
  );
  if (!lock?.isFree) return busy;
  const found = await findImport(tx, importId);
  if (!found) return noSuchImport;
  const change = await findChange(tx, importId, line);
  if (!change) return noSuchLine;
  if (found.state === "undone" || change.isUndone) return alreadyUndone;
  if (found.state !== "applied") return busy;
  const { kind: name, number } = found;
  const kind = kinds[name];
  await kind.lock(tx, [change.partId], [change]);
  const [stale] = kind.isRelative ? [] : await findStale(tx, kind, [change]);
  if (stale) return refuse("conflict", `${stale.what}. Nothing was undone; please edit the part.`);
  const cause = { importId, number, byUser: caller.person._id, isUndo: true };
  const [unwritten] = await kind.write(tx, [change], cause);
  if (unwritten) return refuse("conflict", `${unwritten.what}. Nothing was undone.`);
  if (kind.finish) await kind.finish(tx, importId, line);
  const isLine = and(eq(importLines.importId, importId), eq(importLines.line, line));
  await tx.update(importLines).set({ undoneAt: sql`shop_now()` }).where(isLine);
  await storeEvents(tx, [
    { name: "parts.import-undone", about: importId, tags: kind.tags },
    importEvent("import.line-undone", importId),
  ]);
  const noted = await recordAction(tx, caller, {
    action: "undo-import-line",
    about: change.partId,
    before: pickChanged(change.before, change.after),
    after: { import: number, ...pickChanged(change.after, change.before) },
  });
  return { reply: { undone: true }, noted };
}

function pickChanged(cells: Cells = {}, other: Cells = {}): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([name, text]) => other[name] !== text));
}

type Written = LineChange & { partId: string; isUndone: boolean };

async function findChange(tx: Queries, id: string, line: number): Promise<Written | undefined> {
  const [row] = await tx
    .select()
    .from(importLines)
    .where(
      and(
        eq(importLines.importId, id),
        eq(importLines.line, line),
        inArray(importLines.result, ["new", "changed", "removed"]),
      ),
    );
  if (!row?.partId) return undefined;
  const { partId, key, before, after, undoneAt } = row;
  const was: Cells | undefined = before ?? undefined;
  return { line, partId, key, before: after ?? undefined, after: was, isUndone: undoneAt !== null };
}
