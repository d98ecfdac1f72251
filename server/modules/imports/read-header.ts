import { type CsvRecord, FileFault, toColumn } from "#contract/rules/parse-csv.ts";
import { type Cells, type ImportKind, refuseLine } from "./import-kind.ts";
import { otherEncoding } from "./read-lines.ts";

/** With "part" first, where the lines are about parts. */
export const columnsOf = ({ columns, nameLine }: ImportKind) =>
  nameLine ? columns : ["part", ...columns];

export const actionColumn = "action";

export function readHeader({ cells, line }: CsvRecord, kind: ImportKind): string[] {
  // As every other byte of UTF-16.
  if (cells.some((cell) => cell.includes("\0"))) throw otherEncoding(line);
  const known = kind.hasActions ? [...columnsOf(kind), actionColumn] : columnsOf(kind);
  const names = cells.map(toColumn);
  while (names.at(-1) === "") names.pop();
  const list = known.join(", ");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new FileFault(line, `There is no column “${unknown}” in this kind`, `Use these: ${list}`);
  }
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new FileFault(line, `The column “${twice}” is there twice`, "Delete one of them");
  }
  const required = kind.nameLine ? kind.required : ["part", ...kind.required];
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) {
    throw new FileFault(line, `The column “${missing}” is missing`, `Add it. Columns are: ${list}`);
  }
  if (names.length < 2) {
    throw new FileFault(line, "There is no column besides “part”", `Add one of these: ${list}`);
  }
  return names;
}

export function toCells(
  { cells, fault }: CsvRecord,
  names: readonly string[],
  fromCell: (cell: string) => string,
) {
  const extra = cells.slice(names.length).some((cell) => cell.trim() !== "");
  const findings = [
    ...(fault === undefined
      ? []
      : [refuseLine(fault, "Put the whole cell in quotation marks and double those inside it")]),
    ...(extra || cells.length < names.length
      ? [
          refuseLine(
            `The line has ${cells.length} cells, the first line ${names.length}`,
            "Check for a missing or additional separator",
          ),
        ]
      : []),
  ];
  const named: Cells = {};
  for (const [at, name] of names.entries()) {
    const text = fromCell((cells[at] ?? "").trim()).trim();
    const isStorable = text.isWellFormed() && !text.includes("\0");
    named[name] = isStorable ? text : "";
    if (!isStorable) {
      findings.push(refuseLine(`The ${name} has characters that cannot be stored`, "Delete them"));
    }
  }
  return { cells: named, findings };
}
