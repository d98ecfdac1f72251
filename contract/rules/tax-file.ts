// The rates of tax as a CSV file that comes back as it was.
import type { TaxRate } from "../tax-settings.ts";
import { csvHead, fromCell, toRow } from "./csv-cell.ts";
import { FileFault, findDelimiter, parseCsv, type TextLine, toColumn } from "./parse-csv.ts";

const columns = [
  "country",
  "region",
  "class",
  "percent",
  "contained",
  "first_day",
  "last_day",
  "name",
];

export function writeTaxFile(rates: readonly TaxRate[]): string {
  const rows = rates.map(({ rateBp, contained, from, until, ...rate }) => [
    rate.country,
    rate.region,
    rate.class,
    `${rateBp / 100}`,
    contained ? "yes" : "no",
    from ?? "",
    until ?? "",
    rate.name,
  ]);
  return csvHead(columns) + rows.map(toRow).join("");
}

/** Throws a `FileFault` for the first line that cannot be read. What it says is checked when saved. */
export async function readTaxFile(text: string): Promise<TaxRate[]> {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((text, at) => ({ line: at + 1, text }))
    .filter(({ text }) => text !== "");
  const [first] = lines;
  if (!first) throw new FileFault(1, "The file is empty", "Choose a file with lines");
  const blocks = parseCsv(asBlocks(lines), findDelimiter(first.text, columns));
  const [head, ...records] = (await Array.fromAsync(blocks)).flat();
  const names = head?.cells.map(toColumn) ?? [];
  const missing = columns.find((name) => !names.includes(name));
  const unknown = names.find((name) => !columns.includes(name));
  if (missing !== undefined || unknown !== undefined) {
    const what =
      missing === undefined
        ? `There is no column “${unknown}”`
        : `The column “${missing}” is missing`;
    throw new FileFault(1, what, `The columns are: ${columns.join(", ")}`);
  }
  return records.map(({ line, cells, fault }) => {
    if (fault !== undefined || cells.length !== names.length) {
      const what = fault ?? `There are ${cells.length} cells, and ${names.length} columns`;
      throw new FileFault(line, what, "Check its separators and quotation marks");
    }
    const values = Object.fromEntries(names.map((name, at) => [name, fromCell(cells[at] ?? "")]));
    return toRate(values, line);
  });
}

async function* asBlocks(lines: TextLine[]) {
  yield lines;
}

const yes = /^(yes|true|1)$/i;
const no = /^(no|false|0)$/i;

function toRate(values: Record<string, string>, line: number): TaxRate {
  const { percent = "", contained = "" } = values;
  const cell = (name: string) => (values[name] ?? "").trim();
  const [, figure] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(percent.trim()) ?? [];
  if (figure === undefined) {
    throw new FileFault(line, `“${percent}” is no percentage`, "Write it as 19 or 8.25");
  }
  if (!yes.test(contained.trim()) && !no.test(contained.trim())) {
    throw new FileFault(line, `“${contained}” is neither yes nor no`, "Write yes or no");
  }
  return {
    country: cell("country").toUpperCase(),
    region: cell("region"),
    class: cell("class"),
    rateBp: Math.round(Number(figure.replace(",", ".")) * 100),
    contained: yes.test(contained.trim()),
    from: cell("first_day") || null,
    until: cell("last_day") || null,
    name: cell("name"),
  };
}
