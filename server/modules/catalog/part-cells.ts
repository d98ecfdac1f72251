import { type PartEdit, partEdit } from "#contract/part-edits.ts";
import { readPrice } from "#contract/rules/read-price.ts";
import { type Cells, type Finding, refuseLine } from "#server/modules/imports/import-kind.ts";
import { readPriceCell, toPriceCell } from "./import-prices.ts";

const yes = /^(yes|true|1)$/i;
const no = /^(no|false|0|)$/i;
const whole = /^\d{1,10}$/;

const toBoolean = (text: string) => (yes.test(text) ? true : no.test(text) ? false : text);
const toCount = (text: string) => (whole.test(text) ? Number(text) : text);

const readers: Record<string, (text: string) => Partial<Record<keyof PartEdit, unknown>>> = {
  name: (name) => ({ name }),
  type: (type) => ({ type: type || null }),
  brand: (brand) => ({ brand: brand || null }),
  description: (description) => ({ description }),
  minimum_quantity: (text) => ({ minimumQuantity: toCount(text) }),
  price: (text) => ({ price: Number(text) }),
  life: (text) => ({ life: text === "" ? "active" : text.toLowerCase() }),
  pack_of: (text) => ({ packOf: text === "" ? 1 : toCount(text) }),
  low_stock: (text) => ({ lowStock: text === "" ? null : toCount(text) }),
  hidden: (text) => ({ hidden: toBoolean(text) }),
  weight: (text) => ({ weight: text === "" ? null : toCount(text) }),
  bulky: (text) => ({ bulky: toBoolean(text) }),
  dangerous: (text) => ({ dangerous: toBoolean(text) }),
  tax_class: (text) => ({ taxClass: text === "" ? "standard" : text.toLowerCase() }),
  deposit: (text) => ({ deposit: Number(text) }),
  from_shelf: (text) => ({ fromShelf: toBoolean(text) }),
  further_types: (text) => ({ furtherTypes: readTypes(text) }),
  pictures: (text) => ({ pictures: text.split("\n").filter((line) => line.trim() !== "") }),
};

/** "brake-bolts|wheel-bolts" */
export const readTypes = (text = "") =>
  [
    ...new Set(
      text
        .split("|")
        .map((slug) => slug.trim())
        .filter((slug) => slug !== ""),
    ),
  ].sort();

const columnNames: Partial<Record<string, string>> = {
  minimumQuantity: "minimum_quantity",
  packOf: "pack_of",
  lowStock: "low_stock",
  furtherTypes: "further_types",
  taxClass: "tax_class",
  fromShelf: "from_shelf",
};

export const readEdit = (cells: Cells) =>
  partEdit.safeParse(
    Object.assign({}, ...Object.entries(cells).map(([name, text]) => readers[name]?.(text))),
  );

export function parsePart(given: Cells) {
  const priced = given.price ? readPriceCell(given) : { cells: given, findings: [] };
  const { cells, findings } = readDepositCell(priced.cells);
  const faults = [...priced.findings, ...findings];
  if (faults.length > 0) return { cells, key: "", findings: faults };
  const { price: _, ...rest } = cells;
  const read = readEdit(cells.price ? cells : rest);
  if (read.success) return { cells: { ...cells, ...canonicalCells(read.data) }, key: "", findings };
  const problems = read.error.issues.map((issue) => {
    const field = String(issue.path[0]);
    return refuseLine(`The ${columnNames[field] ?? field} cannot be used`, issue.message);
  });
  return { cells, key: "", findings: problems };
}

function readDepositCell(cells: Cells): { cells: Cells; findings: Finding[] } {
  if (!("deposit" in cells)) return { cells, findings: [] };
  const read = readPrice(cells.deposit || "0");
  if ("cents" in read) {
    return { cells: { ...cells, deposit: toPriceCell(read.cents) }, findings: [] };
  }
  const what = "The deposit cannot be used";
  if ("problem" in read) {
    return { cells, findings: [refuseLine(what, "Must be an amount such as 40.00")] };
  }
  const either = read.question.map(toPriceCell).join(" or ");
  const unclear = `The deposit “${cells.deposit}” may be ${either}`;
  return { cells, findings: [refuseLine(unclear, `Write ${either}`)] };
}

function canonicalCells({ life, packOf, lowStock, hidden, pictures, ...edit }: PartEdit): Cells {
  const { furtherTypes, minimumQuantity, weight, bulky, dangerous, taxClass, fromShelf } = edit;
  return {
    ...(furtherTypes !== undefined && { further_types: furtherTypes.join("|") }),
    ...(minimumQuantity !== undefined && { minimum_quantity: `${minimumQuantity}` }),
    ...(life !== undefined && { life }),
    ...(packOf !== undefined && { pack_of: `${packOf}` }),
    ...(lowStock !== undefined && { low_stock: `${lowStock ?? ""}` }),
    ...(hidden !== undefined && { hidden: toYesOrNo(hidden) }),
    ...(pictures !== undefined && { pictures: pictures.join("\n") }),
    ...(weight !== undefined && { weight: `${weight ?? ""}` }),
    ...(bulky !== undefined && { bulky: toYesOrNo(bulky) }),
    ...(dangerous !== undefined && { dangerous: toYesOrNo(dangerous) }),
    ...(taxClass !== undefined && { tax_class: taxClass }),
    ...(fromShelf !== undefined && { from_shelf: toYesOrNo(fromShelf) }),
  };
}

export const toYesOrNo = (value: boolean) => (value ? "yes" : "no");
