import { sql } from "drizzle-orm";
import { quantityLimits } from "#contract/rules/quantity.ts";
import { everyPartTag, vehiclesTag } from "#contract/tags.ts";
import {
  type Cells,
  type Finding,
  type ImportKind,
  type PartLine,
  refuseLine,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { codeKey, findAliases, shortenCode } from "./aliases.ts";
import { applicationProblem, readModels } from "./application-problem.ts";
import { checkTogether } from "./check-together/check-together.ts";
import { conditionKey, readConditions, writeConditions } from "./condition-text.ts";
import { listApplicationCells, modelPath } from "./list-application-cells.ts";
import { listWholeBrand } from "./list-whole-brand.ts";
import { readPositionNames } from "./position-names.ts";
import { readAllFacts } from "./read-all-facts.ts";
import { findNumberIn, mayRestrict, proposeCondition } from "./read-note.ts";
import { recountImported } from "./recount-imported.ts";
import { writeApplications } from "./write-applications.ts";

const keys = ["make", "model", "year_from", "year_to", "conditions", "position", "label"];

export const applicationImport: ImportKind = {
  columns: [...keys, "quantity", "note", "held"],
  required: ["make", "model", "year_from"],
  keys,
  addsParts: false,
  isRelative: false,
  tags: [vehiclesTag, everyPartTag],
  parse: parseApplication,
  findKeys,
  findPresent,
  check: checkApplications,
  checkTogether,
  listWhole: (db, importId) => listWholeBrand(db, importId, keyOf),
  lock: async (tx, partIds, lines) => {
    await tx.execute(sql`select id from parts where id = any(${sql.param(partIds)}::uuid[])
      order by id for no key update`);
    const stored = lines.flatMap(({ partId, before }) => (partId && before ? partId : []));
    if (stored.length === 0) return;
    await tx.execute(sql`select id from applications
      where part_id = any(${sql.param([...new Set(stored)])}::uuid[]) order by id for update`);
  },
  write: writeApplications,
  finish: recountImported,
  list: listNumberedCells,
};

const keyOf = (cells: Cells) =>
  [
    modelPath(cells),
    `${cells.year_from}-${cells.year_to}`,
    conditionKey(cells.conditions ?? ""),
    (cells.position ?? "").toLowerCase(),
    cells.label ?? "",
  ].join(" | ");

function parseApplication(given: Cells) {
  const cells: Cells = {
    ...given,
    year_to: given.year_to || given.year_from || "",
    conditions: given.conditions ?? "",
    position: given.position ?? "",
    label: given.label ?? "",
  };
  return { cells, key: "", findings: shapeFindings(cells) };
}

const longest: Record<string, number> = { position: 80, label: 80, note: 500, held: 200 };

function shapeFindings(cells: Cells): Finding[] {
  const findings: Finding[] = [];
  for (const name of ["year_from", "year_to"]) {
    if (/^(19|20)\d\d$/.test(cells[name] ?? "")) continue;
    findings.push(refuseLine(`“${cells[name]}” is no model year`, "Write it as 2014"));
  }
  const { quantity } = cells;
  if (quantity !== undefined && !/^([1-9]\d?)?$/.test(quantity)) {
    const what = `“${quantity}” is no number of pieces`;
    findings.push(refuseLine(what, "Write 1 to 99, or nothing if it is not known"));
  }
  for (const [name, most] of Object.entries(longest)) {
    if ((cells[name]?.length ?? 0) <= most) continue;
    findings.push(refuseLine(`The ${name} is longer than ${most} characters`, "Shorten it"));
  }
  return findings;
}

/** Of codes and conditions as they are stored, so that the line is found again. */
async function findKeys(db: Queries, lines: readonly Cells[]): Promise<string[]> {
  const facts = await readAllFacts(db);
  const positions = await readPositionNames(db);
  const texts = new Set(lines.map(({ conditions = "" }) => conditions));
  const stored = new Map(
    [...texts].map((text) => {
      const read = readConditions(text, facts);
      return [text, "problem" in read ? text : writeConditions(read.terms, facts)];
    }),
  );
  return lines.map((cells) => {
    const { conditions = "", position = "" } = cells;
    return keyOf({
      ...cells,
      conditions: stored.get(conditions) ?? conditions,
      position: positions.get(position.toLowerCase()) ?? position,
    });
  });
}

async function findPresent(db: Queries, lines: readonly PartLine[]) {
  const rows = await listApplicationCells(
    db,
    lines.flatMap(({ partId }) => partId ?? []),
  );
  const byKey = new Map(rows.map(({ partId, cells }) => [`${partId} ${keyOf(cells)}`, cells]));
  return lines.map(({ partId, key }) => byKey.get(`${partId} ${key}`));
}

type PartSaid = {
  id: string;
  type: string | null;
  isUniversal: boolean;
  life: string;
  packOf: number;
  minimumQuantity: number;
  availablQuantity: number;
};

async function checkApplications(
  db: Queries,
  lines: readonly (PartLine & { cells: Cells; present: Cells | undefined })[],
) {
  const facts = await readAllFacts(db);
  const models = await readModels(
    db,
    lines.map(({ cells }) => modelPath(cells)),
  );
  const parts = await readParts(
    db,
    lines.flatMap(({ partId }) => partId ?? []),
  );
  const positions = await readPositionNames(db);
  const notes = lines.flatMap(({ cells: { note } }) =>
    note ? [{ source: "Note", code: shortenCode(note) }] : [],
  );
  const readings = await findAliases(db, notes);
  return lines.map(({ partId, cells, present }) => {
    const model = models.get(modelPath(cells));
    const read = readConditions(cells.conditions ?? "", facts);
    if ("problem" in read) return refused(cells, read.problem);
    const years = { from: Number(cells.year_from), to: Number(cells.year_to) };
    const problem = applicationProblem(
      { ...years, terms: read.terms, isStored: present !== undefined },
      model,
      facts,
    );
    if (problem) return refused(cells, problem.message);
    const position = cells.position && positions.get(cells.position.toLowerCase());
    if (position === undefined) return { cells, findings: [unknownPosition(cells)] };
    const canonical = {
      ...cells,
      make: model?.make ?? "",
      model: model?.name ?? "",
      conditions: writeConditions(read.terms, facts),
      position,
    };
    const part = parts.get(partId ?? "");
    const findings = [
      ...(present ? [] : partFindings(part)),
      ...(cells.quantity && cells.quantity !== present?.quantity ? orderFindings(part, cells) : []),
      ...(cells.note && !cells.held && cells.note !== present?.note
        ? noteFindings(
            cells.note,
            readings.get(codeKey({ source: "Note", code: shortenCode(cells.note) })),
          )
        : []),
    ];
    return { cells: canonical, findings };
  });
}

const refused = (cells: Cells, what: string) => ({
  cells,
  findings: [refuseLine(what, "Correct it, or leave the line out")],
});

function partFindings(part: PartSaid | undefined): Finding[] {
  if (!part?.type) {
    return [refuseLine("The part has no type", "Give it one first: lists for a car go by it")];
  }
  const todo = "Confirm it if it is meant";
  return [
    ...(part.isUniversal
      ? [{ grade: "confirm" as const, what: "The part is for no car in particular", todo }]
      : []),
    ...(part.life === "superseded" || part.life === "ended"
      ? [{ grade: "confirm" as const, what: "The part is no longer made", todo }]
      : []),
  ];
}

/** Customers could not order what one car needs. */
function orderFindings(part: PartSaid | undefined, { quantity }: Cells): Finding[] {
  if (!part) return [];
  const { min } = quantityLimits(part);
  if (Math.ceil(Number(quantity) / part.packOf) >= min) return [];
  return [
    {
      grade: "confirm",
      what: `A car needs ${quantity}, but the least that can be ordered is ${min}`,
      todo: "Lower the part's minimum quantity, or confirm it",
    },
  ];
}

const unknownPosition = ({ position = "" }: Cells): Finding => ({
  ...refuseLine(`We have no position “${position}”`, "Correct it, or say here which one it is"),
  asks: { source: "Position", code: position, proposal: "" },
});

/** `reading`: what a person said before of the same note. */
function noteFindings(note: string, reading: Cells | undefined): Finding[] {
  const condition = proposeCondition(note);
  const number = findNumberIn(note);
  if (reading?.conditions) {
    const todo = `Write the condition ${reading.conditions} in place of the note`;
    return [refuseLine(`The note “${note.slice(0, 80)}” leaves out some cars`, todo)];
  }
  const confirm = (what: string, todo: string) => [{ grade: "confirm" as const, what, todo }];
  return [
    ...(!reading && (condition !== undefined || mayRestrict(note))
      ? confirm(
          `The note “${note.slice(0, 80)}” may leave out some cars, but a note leaves out none`,
          condition === undefined
            ? "Write it as a condition, or confirm it"
            : `Write it as the condition ${condition}, or confirm it`,
        ).map((found) => ({
          ...found,
          asks: { source: "Note", code: shortenCode(note), proposal: condition ?? "" },
        }))
      : []),
    ...(number === undefined
      ? []
      : confirm(
          `“${number}” in the note looks like a number of another maker`,
          "Import it as a number of the part, so that it is found, or confirm it",
        )),
  ];
}

async function readParts(db: Queries, ids: string[]): Promise<Map<string, PartSaid>> {
  const rows = await queryRows<PartSaid>(
    db,
    sql`select p.id, t.slug as type, coalesce(d.universal, false) as "isUniversal", p.life,
      p.pack_of as "packOf", p.minimum_quantity as "minimumQuantity",
      p.availabl_quantity as "availablQuantity"
    from parts p left join part_types t on t.id = p.part_type_id
    left join fit_declarations d on d.part_id = p.id
    where p.id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const partsPerPage = 500;

async function listNumberedCells(db: Queries, after: string) {
  const rows = await queryRows<{ id: string; norm: string }>(
    db,
    sql`select p.id, n.norm from part_numbers n join parts p on p.id = n.part_id
    where n.kind = 'own' and n.norm > ${after} and p.deleted_at is null
      and exists (select from applications a where a.part_id = p.id)
    order by n.norm limit ${partsPerPage}`,
  );
  const cells = await listApplicationCells(
    db,
    rows.map(({ id }) => id),
  );
  const byPart = Map.groupBy(cells, ({ partId }) => partId);
  return {
    rows: rows.flatMap(({ id }) => (byPart.get(id) ?? []).map(({ cells }) => cells)),
    next: rows.length === partsPerPage ? rows.at(-1)?.norm : undefined,
  };
}
