// However a file is written, its export is the one form of it, and comes back without a change.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ImportKindName } from "#contract/imports.ts";
import { csvHead, fromCell, toRow } from "#contract/rules/csv-cell.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { applyImport, checkFile, exportFile, listFindings } from "#tests/imports.ts";
import { shareShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const diameter = { name: "Diameter", unit: "mm", value: 300 };
const coating = { name: "Coating", unit: null, value: "zinc" };
const numbers = ["RT-10", "RT-11", "RT-12", "RT-13"];
const open = shareShop({
  types: [aPartType(), ...["bolts", "hoses"].map((slug) => aPartType({ slug, name: slug }))],
  parts: numbers.map((number) =>
    aPart({ number, type: "brake-discs", brand: "Bosch", attributes: [diameter, coating] }),
  ),
});

/** What a person may write into a cell, and what that is in an export. */
type Cell = [written: string, canonical: string];
type Line = Record<string, Cell>;

const cell = (...forms: Cell[]) => fc.constantFrom(...forms);
const text = fc
  .array(fc.constantFrom(..."ab,;\t\"'=+-@\n é5.".split("")), { maxLength: 12 })
  .map((letters) => `${letters.join("").trim()}x`)
  .map((value): Cell => [value, fromCell(value).trim()]);
const empty: Cell = ["", ""];
const count = (most: number) =>
  fc.nat(most).chain((pieces) => {
    const grouped = new Intl.NumberFormat("en").format(pieces);
    return cell([`${pieces}`, `${pieces}`], [` ${pieces} `, `${pieces}`], [grouped, `${pieces}`]);
  });
const plain = (most: number) =>
  fc.nat(most).map((value): Cell => [`${value}`.padStart(4, "0"), `${value}`]);
const price = fc.integer({ min: 1, max: 9_999_999 }).chain((cents) => {
  const canonical = (cents / 100).toFixed(2);
  return cell(
    [canonical, canonical],
    [canonical.replace(".", ","), canonical],
    [`$ ${canonical}`, canonical],
  );
});
const part = (number: string) =>
  cell([number, number], [number.toLowerCase(), number], [number.replace("-", " "), number]);

const partLine = (number: string) =>
  fc.record({
    part: part(number),
    name: text,
    type: cell(empty, ["brake-discs", "brake-discs"]),
    brand: cell(empty, ["bosch", "Bosch"], ["Bosch", "Bosch"]),
    description: fc.oneof(text, cell(empty)),
    minimum_quantity: plain(99),
    price,
    life: cell(["", "active"], ["Announced", "announced"], ["ended", "ended"]),
    pack_of: cell(["", "1"], ["06", "6"]),
    low_stock: fc.oneof(plain(99), cell(empty)),
    hidden: cell(["TRUE", "yes"], ["1", "yes"], ["", "no"], ["No", "no"]),
    pictures: cell(empty, [
      "https://pictures.example/a,b.jpg\n\nhttps://pictures.example/c.jpg",
      "https://pictures.example/a,b.jpg\nhttps://pictures.example/c.jpg",
    ]),
    further_types: cell(empty, ["hoses| bolts |bolts", "bolts|hoses"]),
    weight: cell(empty, ["0250", "250"], ["10000000", "10000000"]),
    bulky: cell(["TRUE", "yes"], ["", "no"]),
    dangerous: cell(["Yes", "yes"], ["0", "no"]),
    tax_class: cell(["", "standard"], ["Standard", "standard"]),
    deposit: cell(["", "0.00"], ["40", "40.00"], ["12,5", "12.50"], ["$ 1,000.00", "1000.00"]),
    from_shelf: cell(["", "no"], ["FALSE", "no"]),
  });

const pieces = cell(["", "1"], ["0,5", "0.5"], ["2.50", "2.5"], ["3", "3"]);
const note = fc.oneof(text, cell(empty));
const numberLines = (number: string) => [
  fc.record({
    part: part(number),
    kind: cell(["OE", "oe"], ["oe", "oe"]),
    brand: cell(["bosch", "Bosch"], ["Bosch", "Bosch"]),
    number: cell(
      ["8V0 615-301", "8V0 615-301"],
      ["8v0615301", "8v0615301"],
      ["=8V0615301", "=8V0615301"],
    ),
    pieces,
    note,
  }),
  fc.record({
    part: part(number),
    kind: cell(["Old", "old"]),
    brand: cell(empty),
    number: cell(["OLD;1", "OLD;1"], ["-old 1", "-old 1"]),
    pieces,
    note,
  }),
];

const attributeLines = (number: string) => [
  fc.record({
    part: part(number),
    attribute: cell(["coating", "Coating"], ["Coating", "Coating"]),
    value: text,
    unit: cell(empty),
  }),
  fc.record({
    part: part(number),
    attribute: cell(["DIAMETER", "Diameter"], ["Diameter", "Diameter"]),
    value: cell(["312.50", "312.5"], ["0400", "400"], ["-1e2", "-100"]),
    unit: cell(["", "mm"], ["mm", "mm"]),
  }),
];

const stockLine = (number: string) => fc.record({ part: part(number), on_hand: count(1_000_000) });

const all = (linesOf: (number: string) => fc.Arbitrary<Line>[]) =>
  fc.tuple(...numbers.flatMap(linesOf));
const files: [ImportKindName, fc.Arbitrary<Line[]>][] = [
  ["parts", all((number) => [partLine(number)])],
  ["numbers", all(numberLines)],
  ["attributes", all(attributeLines)],
  ["stock", all((number) => [stockLine(number)])],
  ["prices", all((number) => [fc.record({ part: part(number), price })])],
];

const form = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t"),
  end: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\ufeff"),
  isQuoted: fc.boolean(),
  first: fc.nat(9),
});

/** As a spreadsheet of some country writes it, beginning at any line. */
function write(lines: Line[], { delimiter, end, mark, isQuoted, first }: Form): string {
  const columns = Object.keys(lines[0] ?? {});
  const from = first % lines.length;
  const rows = [...lines.slice(from), ...lines.slice(0, from)].map((line) =>
    columns.map((column) => line[column]?.[0] ?? ""),
  );
  const quote = (value: string) =>
    isQuoted || /["\n,;\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  const toText = (cells: string[]) => cells.map(quote).join(delimiter).replaceAll("\n", end);
  return mark + [columns, ...rows].map(toText).join(end);
}
type Form = typeof form extends fc.Arbitrary<infer Value> ? Value : never;

it.each(files)("keeps the one form of whatever %s were imported", async (kind, lines) => {
  const admin = await signUpAdmin(await open());
  await fc.assert(
    fc.asyncProperty(lines, form, async (lines, form) => {
      const checked = await checkFile(admin, kind, write(lines, form));
      const findings = await listFindings(admin, checked);
      expect(findings.filter(({ grade }) => grade !== "confirm")).toEqual([]);
      expect((await applyImport(admin, checked)).state).toBe("applied");
      const exported = await exportFile(admin, kind);
      const columns = Object.keys(lines[0] ?? {});
      const canonical = lines.map((line) => columns.map((column) => line[column]?.[1] ?? ""));
      expect(exported).toBe(csvHead(columns) + canonical.map(toRow).join(""));
      const again = await checkFile(admin, kind, exported);
      expect(again.counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
