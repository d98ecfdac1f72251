import type { ImportCounts, ImportRecord, importCalls } from "#contract/imports.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { removesMuch } from "#contract/rules/import-removals.ts";
import type { Context } from "#server/context.ts";
import { type Audited, nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import type { Kinds } from "./import-kind.ts";
import { checkImportKind, writeImportKind } from "./job-kinds.ts";
import { listGroups } from "./list-groups.ts";
import { listPartImports } from "./list-part-imports.ts";
import { sendExport } from "./send-export.ts";
import { sendFindings } from "./send-findings.ts";
import { sendLines } from "./send-lines.ts";
import {
  changeImport,
  findImport,
  listFindings,
  listImports,
  listLines,
  noCounts,
  noSuchImport,
  present,
  removeImport,
} from "./store.ts";
import { undoLine } from "./undo-line.ts";
import { uploadImport } from "./upload-import.ts";

const busy = refuse("conflict", "This import is being worked on. Please wait until that is done.");

type Answer = Promise<Audited<ImportRecord> | Refusal<"not-found" | "conflict">>;

export function importHandlers({ db, jobs }: Context, kinds: Kinds): Handlers<typeof importCalls> {
  const begin = async (work: (tx: Queries) => Answer): Answer => {
    const answer = await inTransaction(db, work);
    jobs.wake();
    return answer;
  };
  return {
    list: () => listImports(db),
    upload: async ({ query }, caller, receiveFile) => {
      const insertedId = await uploadImport(db, caller, query, receiveFile);
      jobs.wake();
      return { reply: { insertedId }, noted: nothingToAudit };
    },
    one: async ({ params: { id } }) => {
      const row = await findImport(db, id);
      return row ? present(row) : noSuchImport;
    },
    findings: ({ params: { id }, query }) => listFindings(db, id, query),
    findingsFile: (_request, reply, { params: { id } }) => sendFindings(db, reply, id),
    lines: ({ params: { id }, query }) => listLines(db, id, query),
    linesFile: (_request, reply, { params: { id }, query }) => sendLines(db, reply, id, query),
    groups: ({ params: { id }, query }) => listGroups(db, id, query),
    check: ({ params: { id } }) => begin((tx) => checkAgain(tx, id)),
    apply: ({ params: { id }, body }, caller) => begin((tx) => apply(tx, id, body, caller)),
    undo: ({ params: { id }, body }, caller) =>
      begin((tx) => write(tx, id, { isUndo: true, leaveOut: body.leaveOut }, caller)),
    ofPart: ({ params: { id } }) => listPartImports(db, id),
    undoLine: ({ params }, caller) => undoLine(db, kinds, caller, params),
    remove: async ({ params: { id } }) => {
      if (!(await findImport(db, id))) return noSuchImport;
      if (!(await removeImport(db, id))) return cannotDiscard;
      return { reply: { deletedCount: 1 }, noted: nothingToAudit };
    },
    export: (_request, reply, { params: { kind } }) => sendExport(db, reply, kind, kinds[kind]),
  };
}

const cannotDiscard = refuse(
  "conflict",
  "An applied import stays listed, so that it can be undone. Please undo it first.",
);

async function checkAgain(tx: Queries, id: string): Answer {
  const found = await findImport(tx, id);
  if (!found) return noSuchImport;
  const begun = await changeImport(tx, id, ["checked", "undone"], {
    state: "checking",
    problem: null,
    counts: null,
    progressDone: 0,
    progressOf: found.bytes,
    appliedAt: null,
    appliedBy: null,
    undoneAt: null,
    undoneBy: null,
  });
  if (!begun) return busy;
  await enqueue(tx, checkImportKind, { payload: { importId: id }, key: id });
  return { reply: present(begun), noted: nothingToAudit };
}

type Choice = { leaveOut: boolean; confirmed: boolean; removed?: number | undefined };

async function apply(tx: Queries, id: string, choice: Choice, caller: SignedInCaller): Answer {
  const found = await findImport(tx, id);
  if (!found) return noSuchImport;
  if (found.state !== "checked") return busy;
  const problem = applyProblem(found.problem, { ...noCounts, ...found.counts }, choice);
  if (problem) return refuse("conflict", problem);
  return write(tx, id, { isUndo: false, leaveOut: false }, caller);
}

function applyProblem(
  earlier: string | null,
  counts: ImportCounts,
  { leaveOut, confirmed, removed }: Choice,
): string | undefined {
  if (earlier) return "Lines have changed since the check. Please look again first.";
  if (counts.file > 0) return "The file could not be read whole. Please correct and upload it.";
  if (counts.refused > 0 && !leaveOut) return "Please correct the refused lines or leave them out.";
  if (counts.confirm > 0 && !confirmed) return "Please confirm the lines with questions.";
  if (removesMuch(counts) && removed !== counts.removed) {
    return `This takes away ${counts.removed} of ${counts.inShop} lines. Please enter that number to go on.`;
  }
  if (countChanges(counts) === 0) return "There is nothing to change.";
  return undefined;
}

const countChanges = (counts: ImportCounts) => counts.new + counts.changed + counts.removed;

type Way = { isUndo: boolean; leaveOut: boolean };

async function write(
  tx: Queries,
  id: string,
  { isUndo, leaveOut }: Way,
  { person: { _id, email }, address }: SignedInCaller,
): Answer {
  const found = await findImport(tx, id);
  if (!found) return noSuchImport;
  const counts = { ...noCounts, ...found.counts };
  const begun = await changeImport(tx, id, [isUndo ? "applied" : "checked"], {
    state: isUndo ? "undoing" : "applying",
    problem: null,
    progressDone: 0,
    progressOf: countChanges(counts),
  });
  if (!begun) return isUndo && found.state === "undone" ? alreadyUndone : busy;
  const payload = { importId: id, isUndo, leaveOut, person: { _id, email }, address };
  await enqueue(tx, writeImportKind, { payload, key: id });
  return { reply: present(begun), noted: nothingToAudit };
}

const alreadyUndone = refuse("conflict", "This import has already been undone.");
