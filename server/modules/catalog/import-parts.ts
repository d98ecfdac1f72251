import { sql } from "drizzle-orm";
import type { NewPart, PartEdit } from "#contract/part-edits.ts";
import { ownNumberProblem } from "#contract/rules/part-number.ts";
import { everyPartTag, partKinds } from "#contract/tags.ts";
import {
  type Cells,
  type ComparedLine,
  type Finding,
  type ImportKind,
  type LineChange,
  refuseLine,
  type Unwritten,
} from "#server/modules/imports/import-kind.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { addParts } from "./add-parts.ts";
import { findShelfProblems, shelfFindings } from "./find-shelf-problems.ts";
import { findAttributeCells, toAttribute } from "./import-attributes.ts";
import { doubtFindings, toPriceCell } from "./import-prices.ts";
import { listOwnNumbers } from "./list-own-numbers.ts";
import { lockParts } from "./lock-parts.ts";
import { parsePart, readEdit, readTypes, toYesOrNo } from "./part-cells.ts";
import { findNameIds, furtherTypes, givenPictures, toColumns } from "./part-record.ts";
import { needsType } from "./resolve-attributes.ts";
import { lockKitStock, saveDetails } from "./save-details.ts";

export const partImport: ImportKind = {
  columns: [
    "name",
    "type",
    "brand",
    "description",
    "minimum_quantity",
    "price",
    "life",
    "pack_of",
    "low_stock",
    "hidden",
    "pictures",
    "further_types",
    "weight",
    "bulky",
    "dangerous",
    "tax_class",
    "deposit",
    "from_shelf",
  ],
  required: [],
  keys: [],
  addsParts: true,
  isRelative: false,
  tags: [...partKinds, everyPartTag],
  // A new brand is stored as the first line has it.
  isSameStored: (column, one, other) =>
    column === "brand" && one.toLowerCase() === other.toLowerCase(),
  parse: parsePart,
  findPresent: async (db, lines) => {
    const byId = await findCells(
      db,
      lines.map(({ partId }) => partId),
    );
    return lines.map(({ partId }) => byId.get(partId ?? ""));
  },
  check: async (db, lines) => {
    const { values } = await readSettings(db);
    const classes = new Set(values.tax.classes.map(({ id }) => id));
    return checkParts(db, lines, classes);
  },
  lock: async (tx, partIds, lines) => {
    if (lines.some(({ after }) => after && "from_shelf" in after)) {
      await lockKitStock(tx, partIds, []);
    }
    await lockParts(tx, partIds);
  },
  write: writeParts,
  list: async (db, after) => {
    const { ids, next } = await listOwnNumbers(db, after);
    const byId = await findCells(db, ids);
    return { rows: ids.map((id) => byId.get(id)).filter((row) => row !== undefined), next };
  },
};

type Row = Record<"id" | "part" | "name" | "description" | "life", string> & {
  type: string | null;
  brand: string | null;
  further_types: string[];
  pictures: string[];
  minimum_quantity: number;
  price_cents: string;
  pack_of: number;
  low_stock: number | null;
  hidden: boolean;
  weight_grams: number | null;
  bulky: boolean;
  dangerous: boolean;
  tax_class: string;
  deposit_cents: string;
  from_shelf: boolean;
};

async function findCells(
  db: Queries,
  ids: readonly (string | null)[],
): Promise<Map<string, Cells>> {
  const rows = await queryRows<Row>(
    db,
    sql`
    select p.id, p.number as part, p.name, t.slug as type, b.name as brand, p.description,
      p.minimum_quantity, p.price_cents, p.life, p.pack_of, p.low_stock, p.hidden,
      p.weight_grams, p.bulky, p.dangerous, p.tax_class, p.deposit_cents, p.from_shelf,
      array(${furtherTypes}) as further_types, array(${givenPictures}) as pictures
    from parts p left join part_types t on t.id = p.part_type_id and t.deleted_at is null
    left join brands b on b.id = p.brand_id
    where p.id = any(${sql.param(ids)}::uuid[]) and p.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.id, toCells(row)]));
}

/** A file has no other line breaks inside a cell. */
const oneBreak = (text: string) => text.replaceAll("\r\n", "\n");

function toCells({ pictures, further_types, ...row }: Row): Cells {
  return {
    part: row.part,
    name: oneBreak(row.name),
    type: row.type ?? "",
    brand: row.brand ?? "",
    description: oneBreak(row.description),
    minimum_quantity: `${row.minimum_quantity}`,
    price: toPriceCell(Number(row.price_cents)),
    life: row.life,
    pack_of: `${row.pack_of}`,
    low_stock: `${row.low_stock ?? ""}`,
    hidden: toYesOrNo(row.hidden),
    pictures: pictures.join("\n"),
    further_types: further_types.join("|"),
    weight: `${row.weight_grams ?? ""}`,
    bulky: toYesOrNo(row.bulky),
    dangerous: toYesOrNo(row.dangerous),
    tax_class: row.tax_class,
    deposit: toPriceCell(Number(row.deposit_cents)),
    from_shelf: toYesOrNo(row.from_shelf),
  };
}

async function checkParts(
  db: Queries,
  lines: readonly ComparedLine[],
  taxClasses: ReadonlySet<string>,
) {
  const typesIn = ({ cells }: ComparedLine) => [
    cells.type ?? "",
    ...readTypes(cells.further_types),
  ];
  const allTypes = sql`select slug as name from part_types where deleted_at is null`;
  const types = await findKnown(db, allTypes, lines.flatMap(typesIn));
  const namedBrands = lines.map(({ cells }) => cells.brand ?? "");
  const brands = await findKnown(db, sql`select name from brands`, namedBrands);
  const shelfProblems = await findShelfProblems(db, lines.map(toChange));
  const listed = await findListed(db, lines);
  return lines.map((line, at) => {
    const { brand = "" } = line.cells;
    const known = brands.get(brand.toLowerCase());
    const cells = known === undefined ? line.cells : { ...line.cells, brand: known };
    const doubts = line.present && line.cells.price ? doubtFindings(line) : [];
    return {
      cells,
      findings: [
        ...newFindings(line),
        ...typesIn(line).flatMap((type) => typeFindings(type, types)),
        ...doubts,
        ...taxFindings(line, taxClasses),
        ...shelfFindings(shelfProblems[at]),
        ...(listed.has(line.partId) ? [refuseLine("There is no type", needsType)] : []),
      ],
    };
  });
}

/** Of the parts that would lose their type, those for which vehicles are listed. */
async function findListed(
  db: Queries,
  lines: readonly ComparedLine[],
): Promise<Set<string | null>> {
  const ids = lines.flatMap(({ partId, cells }) => (partId && cells.type === "" ? [partId] : []));
  if (ids.length === 0) return new Set();
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select distinct part_id as id from applications
      where part_id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function findKnown(
  db: Queries,
  all: ReturnType<typeof sql>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const given = [...new Set(names.map((name) => name.toLowerCase()))];
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select name from (${all}) known where lower(name) = any(${sql.param(given)}::text[])`,
  );
  return new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
}

function newFindings({ partId, present, cells }: ComparedLine): Finding[] {
  if (present) {
    if (!("price" in cells) || cells.price !== "") return [];
    return [refuseLine("There is no price", "Enter the price, such as 12.50")];
  }
  const missing = ["name", "price"].filter((name) => !cells[name]);
  const number = partId === null ? ownNumberProblem(cells.part ?? "") : undefined;
  return [
    ...(missing.length === 0
      ? []
      : [refuseLine("This part is new", `A new part needs a ${missing.join(" and a ")}`)]),
    ...(number === undefined ? [] : [refuseLine(`${cells.part} is no number of a part`, number)]),
  ];
}

function typeFindings(type: string, known: Map<string, string>): Finding[] {
  if (type === "" || known.get(type.toLowerCase()) === type) return [];
  const todo = known.get(type.toLowerCase())
    ? `Write ${known.get(type.toLowerCase())}`
    : "Write it as in the address of its list: brake-discs for /shop/brake-discs";
  return [refuseLine(`There is no part type “${type}”`, todo)];
}

function taxFindings({ cells, present }: ComparedLine, known: ReadonlySet<string>): Finding[] {
  const { tax_class: given } = cells;
  if (given === undefined || given === present?.tax_class || known.has(given)) return [];
  const what = `The settings have no tax class “${given}”, so the part is taxed as the first one`;
  return [{ grade: "confirm", what, todo: "Confirm it if the class is added later" }];
}

const toChange = ({ partId, present, cells }: ComparedLine) => ({
  partId,
  before: present,
  after: cells,
});

async function writeParts(tx: Queries, changes: readonly LineChange[]): Promise<Unwritten[]> {
  const added = changes
    .filter(({ partId }) => partId === null)
    .map(({ after }) => after)
    .filter((cells) => cells !== undefined);
  const present = changes.flatMap(({ line, partId, before, after }) =>
    partId !== null && after ? { line, partId, before, after } : [],
  );
  const problems = await findShelfProblems(tx, present);
  const kept = present.filter((_, at) => problems[at] === undefined);
  const gone = changes.filter(({ after }) => !after).map(({ partId }) => partId);
  await addParts(tx, added.map(toNewPart));
  await updateParts(tx, kept);
  await tx.execute(sql`
    update parts set deleted_at = now() where id = any(${sql.param(gone)}::uuid[])`);
  return present.flatMap(({ line }, at) => {
    const what = problems[at];
    return what === undefined ? [] : { line, what };
  });
}

function toNewPart(cells: Cells): NewPart {
  const { version: _, ...edit }: PartEdit = readEdit(cells).data ?? {};
  const { name = "", price = 0, description = "", minimumQuantity = 0, pictures } = edit;
  return {
    ...edit,
    name,
    price,
    description,
    minimumQuantity,
    availablQuantity: 0,
    number: cells.part,
    img: pictures?.[0] ?? "",
  };
}

type Kept = { partId: string; before: Cells | undefined; after: Cells };

const assignments: Record<string, ReturnType<typeof sql>> = {
  name: sql`name = given.name`,
  type: sql`part_type_id = given."partTypeId"`,
  brand: sql`brand_id = given."brandId"`,
  description: sql`description = given.description`,
  minimum_quantity: sql`minimum_quantity = given."minimumQuantity"`,
  price: sql`price_cents = given."priceCents"`,
  life: sql`life = given.life`,
  pack_of: sql`pack_of = given."packOf"`,
  low_stock: sql`low_stock = given."lowStock"`,
  hidden: sql`hidden = given.hidden`,
  pictures: sql`img = given.img`,
  weight: sql`weight_grams = given."weightGrams"`,
  bulky: sql`bulky = given.bulky`,
  dangerous: sql`dangerous = given.dangerous`,
  tax_class: sql`tax_class = given."taxClass"`,
  deposit: sql`deposit_cents = given."depositCents"`,
  from_shelf: sql`from_shelf = given."fromShelf"`,
};

async function updateParts(tx: Queries, kept: readonly Kept[]): Promise<void> {
  if (kept.length === 0) return;
  const edits = kept.map(({ after }) => readEdit(after).data ?? {});
  const nameIds = await findNameIds(tx, edits);
  const rows = kept.map(({ partId }, at) => ({ partId, ...toColumns(edits[at] ?? {}, nameIds) }));
  const names = Object.keys(kept[0]?.after ?? {});
  const set = [sql`deleted_at = null`, ...names.flatMap((name) => assignments[name] ?? [])];
  await tx.execute(sql`
    update parts set ${sql.join(set, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("partId" uuid, name text,
      "partTypeId" int, "brandId" int, description text, "minimumQuantity" int, "priceCents" bigint,
      life text, "packOf" smallint, "lowStock" int, hidden boolean, img text,
      "weightGrams" int, bulky boolean, dangerous boolean, "taxClass" text, "depositCents" bigint,
      "fromShelf" boolean)
    where parts.id = given."partId"`);
  await saveDetails(
    tx,
    kept.map(({ partId }, at) => ({
      partId,
      pictures: edits[at]?.pictures,
      furtherTypes: edits[at]?.furtherTypes,
    })),
  );
  await moveAttributes(tx, kept);
}

async function moveAttributes(tx: Queries, kept: readonly Kept[]): Promise<void> {
  const moved = kept.filter(({ before, after }) => before && before.type !== after.type);
  if (moved.length === 0) return;
  const ids = moved.map(({ partId }) => partId);
  const rows = Map.groupBy(await findAttributeCells(tx, ids), ({ id }) => id);
  await saveDetails(
    tx,
    ids.map((partId) => ({
      partId,
      attributes: (rows.get(partId) ?? []).map(({ cells }) => toAttribute(cells)),
    })),
  );
}
