import {
  type Cells,
  type Finding,
  type GivenLine,
  type ImportKind,
  refuseLine,
} from "#server/modules/imports/import-kind.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { codeKey, findAliases } from "./aliases.ts";
import { applicationImport } from "./import-applications.ts";
import { type AcesApp, type AcesCode, readAces } from "./read-aces.ts";
import { proposeCondition } from "./read-note.ts";

/** Applications as makers of parts send them. What codes mean is imported before, as codes. */
export const acesImport: ImportKind = {
  ...applicationImport,
  readFile: readLines,
};

const batchSize = 2_000;

async function* readLines(
  db: Database,
  chunks: AsyncIterable<Buffer>,
  onWhole: () => void,
): AsyncGenerator<GivenLine[]> {
  let batch: AcesApp[] = [];
  for await (const { apps, isFull } of readAces(chunks)) {
    if (isFull) onWhole();
    batch.push(...apps);
    while (batch.length >= batchSize) {
      yield await translate(db, batch.slice(0, batchSize));
      batch = batch.slice(batchSize);
    }
  }
  if (batch.length > 0) yield await translate(db, batch);
}

async function translate(db: Queries, apps: readonly AcesApp[]): Promise<GivenLine[]> {
  const all = apps.flatMap((app) => [...codesOf(app), ...app.notes]);
  const codes = new Map(all.map((code) => [codeKey(code), code]));
  const aliases = await findAliases(db, [...codes.values()]);
  return apps.map((app) => toLine(app, aliases));
}

/** Make and model have one code together. */
function codesOf({ codes }: AcesApp): AcesCode[] {
  const codeOf = (name: string) => codes.find(({ source }) => source === name)?.code;
  const [make, model] = [codeOf("Make"), codeOf("Model")];
  const others = codes.filter(({ source }) => source !== "Make" && source !== "Model");
  if (make === undefined && model === undefined) return others;
  return [...others, { source: "Model", code: `${make ?? ""} ${model ?? ""}`, text: "" }];
}

type Aliases = ReadonlyMap<string, Cells>;

function toLine(app: AcesApp, aliases: Aliases): GivenLine {
  const { line, action, texts } = app;
  const { named, conditions, findings } = readCodes(app, aliases);
  const notes = readNotes(app.notes, aliases);
  if (action !== "A" && action !== "D") {
    findings.push(refuseLine(`“${action}” is no action`, "Write A to add or D to take away"));
  }
  if (!named.make && findings.length === 0) {
    findings.push(refuseLine("No car is named", "Name a BaseVehicle, or years, make and model"));
  }
  const cells: Cells = {
    ...{ part: texts.Part ?? "", quantity: texts.Qty ?? "", label: texts.MfrLabel ?? "" },
    ...{ position: "", ...named, note: notes.shown.join("; ") },
    conditions: [...conditions, ...notes.conditions].join("; "),
    ...(notes.unread.length > 0 && { held: "A note of the file is not read yet" }),
  };
  return {
    ...{ line, cells, removes: action === "D" },
    findings: [...findings, ...notes.unread.map(unreadNote)],
  };
}

function readCodes(app: AcesApp, aliases: Aliases) {
  const named: Cells = {};
  const conditions: string[] = [];
  const findings: Finding[] = [];
  for (const code of codesOf(app)) {
    const alias = aliases.get(codeKey(code));
    if (!alias) {
      findings.push(unknownCode(code));
      addUnknown(named, conditions, code);
    } else if (code.source === "Position") named.position = alias.position ?? "";
    else if (alias.make) Object.assign(named, pickVehicle(alias, app.years));
    else if (alias.conditions) conditions.push(alias.conditions);
  }
  return { named, conditions, findings };
}

/** Notes that are read as conditions are not shown besides. */
function readNotes(notes: readonly AcesCode[], aliases: Aliases) {
  const read = (note: AcesCode) => aliases.get(codeKey(note));
  return {
    conditions: notes.flatMap((note) => read(note)?.conditions || []),
    shown: notes.flatMap((note) => (read(note)?.conditions ? [] : note.text)),
    unread: notes.filter((note) => !read(note)),
  };
}

/** As it is written, so that the line is like no other. */
function addUnknown(cells: Cells, conditions: string[], { source, code }: AcesCode): void {
  const written = `${source} ${code}`;
  if (source === "BaseVehicle" || source === "Model") cells.make = written;
  else if (source === "Position") cells.position = written.slice(0, 80);
  else conditions.push(written);
}

function pickVehicle({ make = "", model = "", year = "" }: Cells, years: AcesApp["years"]): Cells {
  const { from, to } = year ? { from: year, to: year } : (years ?? { from: "", to: "" });
  return { make, model, year_from: from, year_to: to };
}

const unknownCode = ({ source, code }: AcesCode) =>
  refuseLine(
    `What ${source} ${code} means is not known here`,
    `Import it as a code: ${source}, ${code}, and what it means`,
  );

function unreadNote({ source, code, text }: AcesCode): Finding {
  const condition = proposeCondition(text);
  const meaning = condition === undefined ? "with or without conditions" : `as ${condition}`;
  return {
    grade: "confirm",
    what: `“${text.slice(0, 80)}” may leave out some cars: until that is known, no car is told that the part fits by it`,
    todo: `Import it as a code: ${source}, ${code.slice(0, 80)}, ${meaning}`,
  };
}
