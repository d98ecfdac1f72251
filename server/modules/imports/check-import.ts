import { and, asc, eq, gt } from "drizzle-orm";
import { importLimits } from "#contract/imports.ts";
import { fromCell } from "#contract/rules/csv-cell.ts";
import { type CsvRecord, FileFault, findDelimiter, parseCsv } from "#contract/rules/parse-csv.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { defineJob } from "#server/platform/jobs/job.ts";
import { type CheckedLine, checkLines } from "./check-lines.ts";
import { importEvent } from "./import-event.ts";
import type { GivenLine, ImportKind, Kinds } from "./import-kind.ts";
import { checkImportKind } from "./job-kinds.ts";
import { columnsOf, readHeader, toCells } from "./read-header.ts";
import { readLines } from "./read-lines.ts";
import {
  addFindings,
  analyzeLines,
  changeImport,
  countResults,
  deleteResults,
  findImport,
  insertFindings,
  insertLines,
  refuseDuplicates,
} from "./store.ts";
import { importChunks } from "./tables.ts";
import { keepTaken, nothingTaken, type Taken, takeAway } from "./take-away.ts";

export const checkImportJob = (db: Database, kinds: Kinds) =>
  defineJob({
    ...checkImportKind,
    title: "Check a file that is imported",
    timeoutSeconds: 1_800,
    aboutWhat: ({ importId }) => ({ kind: "import", id: importId }),
    run: async ({ importId }, { signal }) => {
      const found = await findImport(db, importId);
      if (found?.state !== "checking") return;
      await storeEvents(db, [importEvent("import.check-begun", importId)]);
      await deleteResults(db, importId);
      const kind = kinds[found.kind];
      const most = importLimits(found.kind).lines;
      let isWhole = found.whole && !kind.readFile;
      try {
        const onWhole = () => {
          isWhole = true;
        };
        await checkFile(db, kind, { id: importId, most, signal, onWhole });
      } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        await insertFileFault(db, importId, error);
        isWhole = false;
      }
      await analyzeLines(db);
      await refuseDuplicates(db, importId);
      const { inShop, firstTaken } = isWhole
        ? await takeAwayOrReport(db, kind, importId)
        : nothingTaken;
      await checkTogether(db, kind, importId, firstTaken);
      await finishCheck(db, importId, { inShop, whole: isWhole });
    },
  });

async function takeAwayOrReport(db: Queries, kind: ImportKind, id: string): Promise<Taken> {
  try {
    return await takeAway(db, kind, id);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await insertFileFault(db, id, error);
    return nothingTaken;
  }
}

/** Compares again if refused lines keep more lines than were compared. */
async function checkTogether(
  db: Database,
  kind: ImportKind,
  id: string,
  firstTaken: number | undefined,
): Promise<void> {
  for (;;) {
    const found = (await kind.checkTogether?.(db, id)) ?? [];
    const refused = found.filter(({ grade }) => grade === "line");
    const isKept = firstTaken !== undefined && (await keepTaken(db, id, firstTaken, refused));
    await addFindings(db, id, isKept ? refused : found);
    if (!isKept) return;
  }
}

type Whole = { inShop: number; whole: boolean };

async function finishCheck(db: Queries, id: string, { inShop, whole }: Whole): Promise<void> {
  const counts = { ...(await countResults(db, id)), inShop };
  await changeImport(db, id, ["checking"], { state: "checked", counts, whole, problem: null });
  await storeEvents(db, [importEvent("import.checked", id)]);
}

function insertFileFault(db: Queries, id: string, fault: FileFault): Promise<void> {
  const { line, message: what, todo } = fault;
  return insertFindings(db, id, [{ line, n: 0, grade: "file", part: "", what, todo }]);
}

type Checking = { id: string; most: number; signal: AbortSignal; onWhole: () => void };

async function checkFile(
  db: Database,
  kind: ImportKind,
  { id, most, signal, onWhole }: Checking,
): Promise<void> {
  let read = 0;
  const chunks = readChunks(db, id, (bytes) => {
    read += bytes;
  });
  let lines = 0;
  const batches = kind.readFile?.(db, chunks, onWhole) ?? readRecords(chunks, kind);
  for await (const batch of batches) {
    signal.throwIfAborted();
    lines += batch.length;
    if (lines > most) throw tooMany(batch[0]?.line ?? 0, most);
    await storeBatch(db, id, await checkLines(db, kind, batch));
    await changeImport(db, id, ["checking"], { progressDone: read });
  }
  if (lines === 0) {
    throw new FileFault(2, "There is no line below the first one", "Add a line for each part");
  }
}

const tooMany = (line: number, most: number) =>
  new FileFault(
    line,
    `There are more than ${most.toLocaleString("en-US")} lines`,
    "Split the file and upload its parts one after the other",
  );

async function* readChunks(db: Queries, id: string, onRead: (bytes: number) => void) {
  for (let last = -1; ; ) {
    const [chunk] = await db
      .select()
      .from(importChunks)
      .where(and(eq(importChunks.importId, id), gt(importChunks.n, last)))
      .orderBy(asc(importChunks.n))
      .limit(1);
    if (!chunk) return;
    yield chunk.bytes;
    onRead(chunk.bytes.length);
    last = chunk.n;
  }
}

/** So few that most of what is read of them is gone before the heap would grow for it. */
const batchSize = 500;

async function* readRecords(chunks: AsyncIterable<Buffer>, kind: ImportKind) {
  let names: string[] | undefined;
  let batch: GivenLine[] = [];
  for await (const records of parseFile(chunks, kind)) {
    for (const record of records) {
      if (record.cells.every((cell) => cell.trim() === "")) continue;
      if (!names) {
        names = readHeader(record, kind);
        continue;
      }
      batch.push({ line: record.line, ...toCells(record, names, fromCell) });
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  }
  if (!names) throw new FileFault(1, "The file is empty", "Choose a file with lines");
  if (batch.length > 0) yield batch;
}

async function* parseFile(
  chunks: AsyncIterable<Buffer>,
  kind: ImportKind,
): AsyncGenerator<CsvRecord[]> {
  const blocks = readLines(chunks);
  const first = await firstWithText(blocks);
  const header = first.find(({ text }) => text.trim() !== "")?.text ?? "";
  yield* parseCsv(prepend(first, blocks), findDelimiter(header, columnsOf(kind)));
}

type Blocks = ReturnType<typeof readLines>;

async function firstWithText(blocks: Blocks) {
  for (let read = await blocks.next(); !read.done; read = await blocks.next()) {
    if (read.value.some(({ text }) => text.trim() !== "")) return read.value;
  }
  return [];
}

async function* prepend<Item>(first: Item, rest: AsyncIterable<Item>) {
  yield first;
  yield* rest;
}

async function storeBatch(db: Queries, id: string, checked: CheckedLine[]): Promise<void> {
  await insertLines(
    db,
    id,
    checked.map(({ findings: _, ...line }) => line),
  );
  const findings = checked.flatMap(({ line, part, findings }) =>
    findings.map((finding, n) => ({ line, n, part, ...finding })),
  );
  await insertFindings(db, id, findings);
}
