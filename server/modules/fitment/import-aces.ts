import { sql } from "drizzle-orm";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import {
  type Cells,
  type Finding,
  type GivenLine,
  type ImportKind,
  refuseLine,
} from "#server/modules/imports/import-kind.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
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
  const types = await findTypes(db, apps);
  return apps.map((app) => toLine(app, aliases, types));
}

function codesOf({ codes }: AcesApp): AcesCode[] {
  const codeOf = (name: string) => codes.find(({ source }) => source === name)?.code;
  const [make, model] = [codeOf("Make"), codeOf("Model")];
  const others = codes.filter(({ source }) => source !== "Make" && source !== "Model");
  if (make === undefined && model === undefined) return others;
  return [...others, { source: "Model", code: `${make ?? ""} ${model ?? ""}`, text: "" }];
}

type Aliases = ReadonlyMap<string, Cells>;

type PartType = { norm: string; slugs: string[]; name: string };

async function findTypes(db: Queries, apps: readonly AcesApp[]): Promise<Map<string, PartType>> {
  const norms = new Set(apps.map(({ texts }) => normalizePartNumber(texts.Part ?? "")));
  const rows = await queryRows<PartType>(
    db,
    sql`select n.norm, t.name, array(
      select f.slug from part_types f where f.id = t.id or f.id in (
        select part_type_id from further_part_types where part_id = p.id)) as slugs
    from part_numbers n join parts p on p.id = n.part_id
    join part_types t on t.id = p.part_type_id
    where n.kind = 'own' and n.norm = any(${sql.param([...norms])}::text[])`,
  );
  return new Map(rows.map((row) => [row.norm, row]));
}

function toLine(app: AcesApp, aliases: Aliases, types: ReadonlyMap<string, PartType>): GivenLine {
  const { line, action, texts } = app;
  const { named, type, conditions, findings } = readCodes(app, aliases);
  const ofPart = types.get(normalizePartNumber(texts.Part ?? ""));
  if (type && ofPart && !ofPart.slugs.includes(type)) findings.push(otherType(type, ofPart));
  const notes = readNotes(app.notes, aliases);
  if (action !== "A" && action !== "D") {
    findings.push(refuseLine(`“${action}” is no action`, "Write A to add or D to take away"));
  }
  if (!named.make && findings.length === 0) {
    findings.push(refuseLine("No car is named", "Name a BaseVehicle, or years, make and model"));
  }
  findings.push(...app.faults.map(unreadable), ...notRead(app.unread));
  const cells: Cells = {
    part: texts.Part ?? "",
    quantity: texts.Qty ?? "",
    label: texts.MfrLabel ?? "",
    position: "",
    ...named,
    note: notes.shown.join("; "),
    conditions: [...conditions, ...notes.conditions].join("; "),
    ...(notes.unread.length > 0 && { held: "A note of the file is not read yet" }),
  };
  return {
    line,
    cells,
    removes: action === "D",
    findings: [...findings, ...notes.unread.map(unreadNote)],
  };
}

function readCodes(app: AcesApp, aliases: Aliases) {
  const named: Cells = {};
  const conditions: string[] = [];
  const findings: Finding[] = [];
  let type = "";
  for (const code of codesOf(app)) {
    const alias = aliases.get(codeKey(code));
    if (!alias) {
      findings.push(unknownCode(code));
      addUnknown(named, conditions, code);
    } else if (code.source === "Position") named.position = alias.position ?? "";
    else if (alias.make) {
      if (named.make || (alias.year && app.years)) findings.push(namedTwice);
      Object.assign(named, pickVehicle(alias, app.years));
    } else if (alias.type) type = alias.type;
    else if (alias.conditions) conditions.push(alias.conditions);
  }
  return { named, type, conditions, findings };
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
  else if (source === "PartType") return;
  else conditions.push(written);
}

function pickVehicle({ make = "", model = "", year = "" }: Cells, years: AcesApp["years"]): Cells {
  const { from, to } = year ? { from: year, to: year } : (years ?? { from: "", to: "" });
  return { make, model, year_from: from, year_to: to };
}

const unknownCode = ({ source, code }: AcesCode): Finding => ({
  ...refuseLine(
    `What ${source} ${code} means is not known here`,
    `Say here what it means, or import it as a code: ${source}, ${code}`,
  ),
  asks: { source, code, proposal: "" },
});

const namedTwice = refuseLine(
  "The car is named twice",
  "Name it by a BaseVehicle, or by years, make and model",
);

const unreadable = (what: string) =>
  refuseLine(what, "Ask whoever made the file for a correct one, or leave the line out");

function notRead(names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  const todo = "Nothing is to be done if it does not matter to you";
  return [{ grade: "info", what: `Not read: ${names.join("; ")}`, todo }];
}

const otherType = (type: string, { name }: PartType): Finding => ({
  grade: "confirm",
  what: `By the file the part is of the type “${type}”, here it is one of ${name}`,
  todo: "Give the part its right type, or confirm that it is meant",
});

function unreadNote({ source, code, text }: AcesCode): Finding {
  const proposal = proposeCondition(text) ?? "";
  const meaning = proposal === "" ? "with or without conditions" : `as ${proposal}`;
  return {
    grade: "confirm",
    what: `“${text.slice(0, 80)}” may leave out some cars: until that is known, no car is told that the part fits by it`,
    todo: `Say here what it means, ${meaning}`,
    asks: { source, code, proposal },
  };
}
