// A spreadsheet would run such cells as formulas. Reading takes exactly one apostrophe away.
const formula = /^'*[=+\-@\t\r＝＋－＠]/;
const quotedFormula = /^'+[=+\-@\t\r＝＋－＠]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

export function toCell(value: string): string {
  const safe = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function fromCell(cell: string): string {
  return quotedFormula.test(cell) ? cell.slice(1) : cell;
}

/** With a byte order mark, without which Excel reads letters with accents wrongly. */
export const csvHead = (columns: readonly string[]) => `\ufeff${toRow(columns)}`;

export const toRow = (values: readonly string[]) => `${values.map(toCell).join(",")}\r\n`;
