import { sql } from "drizzle-orm";
import { partNumber } from "#contract/part-edits.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { everyPartTag } from "#contract/tags.ts";
import {
  type Cells,
  type ComparedLine,
  type ImportKind,
  type LineChange,
  refuseLine,
  spreadsheetFinding,
  type Unwritten,
} from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { findNumbersOfOtherTypes } from "./find-numbers-of-other-types.ts";
import { listOwnNumbers } from "./list-own-numbers.ts";
import { lockParts, raiseVersions } from "./lock-parts.ts";
import { findOrAddBrands } from "./part-record.ts";

export const numberImport: ImportKind = {
  columns: ["kind", "brand", "number", "pieces", "note"],
  required: ["kind", "number"],
  keys: ["kind", "brand"],
  addsParts: false,
  hasActions: true,
  isRelative: false,
  tags: ["part-names", everyPartTag],
  parse: parseNumber,
  findPresent: async (db, lines) => {
    const rows = await findNumbers(
      db,
      lines.map(({ partId }) => partId),
    );
    const byKey = new Map(rows.map(({ id, cells }) => [`${id} ${keyOf(cells)}`, cells]));
    return lines.map(({ partId, key }) => byKey.get(`${partId} ${key}`));
  },
  check: async (db, lines) => {
    const taken = await findTakenGtins(db, lines);
    return lines.map((line) => {
      const what = takenProblem(taken, line);
      const findings = what === undefined ? [] : [refuseLine(what, "Check which part it is of")];
      return { cells: line.cells, findings };
    });
  },
  checkTogether: findNumbersOfOtherTypes,
  lock: lockParts,
  write: writeNumbers,
  list: async (db, after) => {
    const { ids, next } = await listOwnNumbers(db, after);
    return { rows: (await findNumbers(db, ids)).map(({ cells }) => cells), next };
  },
};

const keyOf = ({ kind = "", brand = "", number = "" }: Cells) =>
  `${kind} ${normalizePartNumber(number)} ${brand.toLowerCase()}`;

function parseNumber(given: Cells) {
  const kind = (given.kind ?? "").toLowerCase();
  const cells: Cells = { ...given, kind };
  const { brand = "", number: written = "", pieces = "", note = "" } = given;
  const shortened = spreadsheetFinding("number", written);
  const read = partNumber.safeParse({
    kind,
    written,
    note,
    brand: brand === "" ? null : brand,
    pieces: pieces === "" ? 1 : Number(pieces.replace(/^(\d+),(\d{1,2})$/, "$1.$2")),
  });
  const key = keyOf(cells);
  if (!read.success || shortened.length > 0) {
    const issue = read.error?.issues[0];
    const what = `“${written}” cannot be a number of kind “${kind}”`;
    const findings = issue ? [refuseLine(what, issue.message)] : [];
    return { cells, key, findings: shortened.length > 0 ? shortened : findings };
  }
  const canonical = "pieces" in given ? { pieces: `${read.data.pieces}` } : {};
  const gtin = gtinOf(cells);
  const claim = gtin && `GTIN ${gtin}`;
  return { cells: { ...cells, ...canonical }, key, claim, findings: [] };
}

type Row = {
  id: string;
  part: string;
  kind: string;
  brand: string | null;
  number: string;
  pieces: string;
  note: string;
};

async function findNumbers(db: Queries, ids: readonly (string | null)[]) {
  const rows = await queryRows<Row>(
    db,
    sql`
    select p.id, p.number as part, n.kind, b.name as brand, n.written as number, n.pieces, n.note
    from part_numbers n join parts p on p.id = n.part_id left join brands b on b.id = n.brand_id
    where n.part_id = any(${sql.param(ids)}::uuid[]) and n.kind <> 'own' and p.deleted_at is null
    order by part_number_norm(p.number) collate "C", n.kind, lower(b.name) collate "C", n.norm`,
  );
  return rows.map(({ id, brand, pieces, ...row }) => ({
    id,
    cells: { ...row, brand: brand ?? "", pieces: `${Number(pieces)}` },
  }));
}

type Taken = { gtin: string; norm: string; id: string; part: string };
type Given = Pick<ComparedLine, "partId"> & { cells: Cells | undefined };

const gtinOf = (cells: Cells | undefined) =>
  cells?.kind === "gtin" ? normalizePartNumber(cells.number ?? "").padStart(14, "0") : undefined;

function findTakenGtins(db: Queries, lines: readonly Given[]): Promise<Taken[]> {
  const gtins = lines.flatMap(({ cells }) => gtinOf(cells) ?? []);
  if (gtins.length === 0) return Promise.resolve([]);
  return queryRows<Taken>(
    db,
    sql`
    select lpad(n.norm, 14, '0') as gtin, n.norm, p.id, p.number as part
    from part_numbers n join parts p on p.id = n.part_id
    where n.kind = 'gtin' and lpad(n.norm, 14, '0') = any(${sql.param(gtins)}::text[])`,
  );
}

/** It is of another part, or of this one with other zeros before it. */
function takenProblem(taken: readonly Taken[], { cells, partId }: Given): string | undefined {
  const gtin = gtinOf(cells);
  if (!cells || gtin === undefined) return undefined;
  const { number = "" } = cells;
  const found = taken.find((row) => row.gtin === gtin);
  const isSame = found?.id === partId && found.norm === normalizePartNumber(number);
  return found && !isSame ? `${number} is the GTIN of ${found.part}` : undefined;
}

const fields = sql`"partId" uuid, kind text, brand text, norm text, number text, pieces numeric,
  note text`;
const isLine = sql`n.part_id = given."partId" and n.kind = given.kind and n.norm = given.norm
  and n.brand_id is not distinct from (
    select id from brands where lower(name) = lower(nullif(given.brand, '')))`;

async function writeNumbers(tx: Queries, changes: readonly LineChange[]): Promise<Unwritten[]> {
  const unwritten = await findClashes(tx, changes);
  const refused = new Set(unwritten.map(({ line }) => line));
  const rows = changes.filter(({ line }) => !refused.has(line));
  const brands = rows.flatMap(({ after }) => after?.brand || []);
  await findOrAddBrands(tx, brands);
  const given = (some: readonly LineChange[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(some.map(toRow))}::jsonb) as given (${fields})`;
  const gone = rows.filter(({ after }) => !after);
  const changed = rows.filter(({ before, after }) => before && after);
  const added = rows.filter(({ before }) => !before);
  await tx.execute(sql`delete from part_numbers n using ${given(gone)} where ${isLine}`);
  await tx.execute(sql`
    update part_numbers n set written = given.number, pieces = coalesce(given.pieces, n.pieces),
      note = coalesce(given.note, n.note)
    from ${given(changed)} where ${isLine}`);
  await tx.execute(sql`
    insert into part_numbers (part_id, kind, brand_id, written, pieces, note)
    select "partId", kind, (select id from brands where lower(name) = lower(nullif(brand, ''))),
      number, coalesce(pieces, 1), coalesce(note, '')
    from ${given(added)}`);
  await raiseVersions(tx, rows);
  return [...unwritten, ...(await findTooMany(tx, rows))];
}

function toRow({ partId, before, after }: LineChange) {
  const cells = after ?? before ?? {};
  const { kind, brand, number, pieces, note } = cells;
  const norm = normalizePartNumber(number ?? "");
  return { partId, kind, brand, number, norm, note, pieces: pieces === "" ? "1" : pieces };
}

async function findClashes(tx: Queries, changes: readonly LineChange[]): Promise<Unwritten[]> {
  const lines = changes.map(({ line, partId, after }) => ({ line, partId, cells: after }));
  const taken = await findTakenGtins(tx, lines);
  return lines.flatMap((given) => {
    const what = takenProblem(taken, given);
    return what === undefined ? [] : { line: given.line, what };
  });
}

const mostNumbers = 200;

async function findTooMany(tx: Queries, changes: readonly LineChange[]): Promise<Unwritten[]> {
  const ids = changes.map(({ partId }) => partId);
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`
    select part_id as id from part_numbers where part_id = any(${sql.param(ids)}::uuid[])
    and kind <> 'own' group by part_id having count(*) > ${mostNumbers}`,
  );
  const full = new Set(rows.map(({ id }) => id));
  return changes
    .filter(({ partId, before }) => !before && full.has(partId ?? ""))
    .map(({ line }) => ({ line, what: `A part has at most ${mostNumbers} numbers` }));
}
