import fc from "fast-check";
import { expect, it } from "vitest";
import { fromCell, toCell, toRow } from "#contract/rules/csv-cell.ts";
import { parseCsv } from "#contract/rules/parse-csv.ts";
import { readLines } from "./read-lines.ts";

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 7) {
  const lines = readLines(inPieces(Buffer.from(text), size));
  return (await Array.fromAsync(parseCsv(lines, ","))).flat();
}

const piece = fc.constantFrom(..."abc,\";=+-@'\n \täö＝5.E".split(""));
const value = fc.array(piece, { maxLength: 12 }).map((all) => all.join("").trim());

it("reads what was written, whatever is in the cells and however the bytes come", async () => {
  const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      const records = await read(rows.map(toRow).join(""), size);
      expect(records.map(({ cells }) => cells.map(fromCell))).toEqual(rows);
      let line = 1;
      for (const [at, record] of records.entries()) {
        expect(record.line).toBe(line);
        line += 1 + (rows[at] ?? []).join("").split("\n").length - 1;
      }
    }),
    { numRuns: 500 },
  );
});

it("writes no cell that a spreadsheet would run, and takes exactly its own apostrophe away", () => {
  fc.assert(
    fc.property(value, (value) => {
      const cell = toCell(value);
      const shown = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(/^[=+\-@\t\r＝]/.test(shown) && !/^-?\d+(\.\d+)?$/.test(shown)).toBe(false);
      expect(fromCell(shown)).toBe(value);
    }),
  );
  fc.assert(
    fc.property(value, (value) => {
      // As where semicolons or tabs separate cells.
      const cells = `1,${toCell(value)},2`.split(/[;\t\r\n]/).slice(1);
      const isRun = (cell: string) => /^"*[=+\-@＝](?!\d+(\.\d+)?"*(,2)?$)/.test(cell);
      expect(cells.filter(isRun)).toEqual([]);
    }),
  );
  expect(toCell(';-5"a')).toBe('";\'-5""a"');
  expect(toCell("Ada;=1+1;")).toBe('"Ada;\'=1+1;"');
  expect(toCell('=HYPERLINK("x")')).toBe('"\'=HYPERLINK(""x"")"');
  expect(toCell("-40")).toBe("-40");
});

it("names the line of each fault, after cells with line breaks as well", async () => {
  const records = await read('a,b\n"1\r\n2",3\n4,5"6\n"7"8,9\n');
  expect(records).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1\n2", "3"] },
    { line: 4, cells: ["4", '5"6'], fault: "A quotation mark stands inside a cell" },
    {
      line: 5,
      cells: ["78", "9"],
      fault: "Text follows the quotation mark that ends a cell",
    },
  ]);
});
