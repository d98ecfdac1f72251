import { sql } from "drizzle-orm";
import { partAttribute } from "#contract/part-edits.ts";
import { everyPartTag } from "#contract/tags.ts";
import {
  type Cells,
  type ComparedLine,
  type Finding,
  type ImportKind,
  type LineChange,
  refuseLine,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { listOwnNumbers } from "./list-own-numbers.ts";
import { lockParts, raiseVersions } from "./lock-parts.ts";
import {
  findAttribute,
  findTypeIds,
  type KnownAttribute,
  listAttributes,
  resolveAttributes,
} from "./resolve-attributes.ts";
import { partAttributes } from "./tables.ts";

export const attributeImport: ImportKind = {
  columns: ["attribute", "value", "unit"],
  required: ["attribute", "value"],
  keys: ["attribute", "unit"],
  addsParts: false,
  isRelative: false,
  tags: ["part-attributes", everyPartTag],
  // A new attribute may be of numbers, of which 12.50 is stored as 12.5.
  isSameStored: (column, one, other) =>
    column === "value" && one !== "" && other !== "" && Number(one) === Number(other),
  parse: parseAttribute,
  findPresent: async (db, lines) => {
    const ids = lines.map(({ partId }) => partId);
    const rows = await findAttributeCells(db, ids);
    const byKey = new Map(rows.map(({ id, cells }) => [`${id} ${keyOf(cells)}`, cells]));
    return lines.map(({ partId, key }) => byKey.get(`${partId} ${key}`));
  },
  check: checkAttributes,
  lock: lockParts,
  write: writeAttributes,
  list: async (db, after) => {
    const { ids, next } = await listOwnNumbers(db, after);
    return { rows: (await findAttributeCells(db, ids)).map(({ cells }) => cells), next };
  },
};

const keyOf = ({ attribute = "" }: Cells) => attribute.toLowerCase();

function parseAttribute(cells: Cells) {
  const { attribute: name = "", value = "", unit = "" } = cells;
  if (name !== "" && value === "") {
    return { cells, key: keyOf(cells), findings: [], removes: true };
  }
  const read = partAttribute.safeParse({ name, value, unit: unit === "" ? null : unit });
  const issue = read.error?.issues[0];
  const column = issue?.path[0] === "name" ? "attribute" : String(issue?.path[0]);
  const findings = issue ? [refuseLine(`The ${column} cannot be used`, issue.message)] : [];
  return { cells, key: keyOf(cells), findings };
}

type Row = {
  id: string;
  part: string;
  attribute: string;
  unit: string | null;
  number: string | null;
  choice: string | null;
};

export async function findAttributeCells(db: Queries, ids: readonly (string | null)[]) {
  const rows = await queryRows<Row>(
    db,
    sql`
    select p.id, p.number as part, a.name as attribute, a.unit, v.number, v.choice
    from part_attributes v join attributes a on a.id = v.attribute_id join parts p on p.id = v.part_id
    where v.part_id = any(${sql.param(ids)}::uuid[]) and p.deleted_at is null
    order by part_number_norm(p.number) collate "C", lower(a.name) collate "C"`,
  );
  return rows.map(({ id, part, attribute, unit, number, choice }) => {
    const value = number === null ? (choice ?? "") : `${Number(number)}`;
    return { id, cells: { part, attribute, value, unit: unit ?? "" } };
  });
}

async function checkAttributes(db: Queries, lines: readonly ComparedLine[]) {
  const types = await findTypeIds(
    db,
    lines.flatMap(({ partId }) => partId ?? []),
  );
  const known = new Map<number | null, KnownAttribute[]>();
  for (const typeId of new Set([null, ...types.values()])) {
    known.set(typeId, await listAttributes(db, typeId));
  }
  return lines.map(({ cells, partId }) => {
    const ofType = known.get(types.get(partId ?? "") ?? null) ?? [];
    return checkAttribute(cells, findAttribute(ofType, cells.attribute ?? ""));
  });
}

function checkAttribute(
  cells: Cells,
  known: KnownAttribute | undefined,
): { cells: Cells; findings: Finding[] } {
  const { attribute, value = "", unit = "" } = cells;
  if (value === "") return { cells, findings: [] };
  if (!known) {
    const what = `The parts of this type have had no attribute “${attribute}” so far`;
    return { cells, findings: [{ grade: "confirm", what, todo: "Confirm it if it is a new one" }] };
  }
  if (unit !== "" && unit !== known.unit) {
    const right = known.unit === null ? "Leave the unit empty" : `Write the value in ${known.unit}`;
    return { cells, findings: [refuseLine(`${known.name} is not given in ${unit}`, right)] };
  }
  if (known.kind === "choice") return { cells, findings: [] };
  const number = Number(value);
  if (Number.isFinite(number)) return { cells: { ...cells, value: `${number}` }, findings: [] };
  const what = `${known.name} must be a number, and “${value}” is none`;
  const todo = /^-?\d+,\d+$/.test(value)
    ? `Write ${value.replace(",", ".")}`
    : "Write a number such as 12.5";
  return { cells, findings: [refuseLine(what, todo)] };
}

async function writeAttributes(tx: Queries, changes: readonly LineChange[]) {
  const given = changes.flatMap(({ partId, after }) => (partId && after ? { partId, after } : []));
  const rows = await resolveAttributes(
    tx,
    given.map(({ partId, after }) => ({ partId, attributes: [toAttribute(after)] })),
  );
  if (rows.length > 0) {
    await tx
      .insert(partAttributes)
      .values(rows)
      .onConflictDoUpdate({
        target: [partAttributes.partId, partAttributes.attributeId],
        set: { choice: sql`excluded.choice`, number: sql`excluded.number` },
      });
  }
  const gone = changes.filter(({ after }) => !after);
  await tx.execute(sql`
    delete from part_attributes v using attributes a, unnest(
      ${sql.param(gone.map(({ partId }) => partId))}::uuid[],
      ${sql.param(gone.map(({ key }) => key))}::text[]) as given (part_id, name)
    where a.id = v.attribute_id and v.part_id = given.part_id and lower(a.name) = given.name`);
  await raiseVersions(tx, changes);
  return [];
}

export function toAttribute({ attribute: name = "", value = "", unit = "" }: Cells) {
  const number = Number(value);
  return { name, unit: unit === "" ? null : unit, value: `${number}` === value ? number : value };
}
