// A spreadsheet would run such cells as formulas. Reading takes exactly one apostrophe away.
const formula = /^'*[=+\-@\t\r＝＋－＠]/;
const quotedFormula = /^'+[=+\-@\t\r＝＋－＠]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

// Where the system's separator is another one, a spreadsheet begins cells inside of a text.
const formulaInside = /([;\t\r\n]"*)(?!-?\d+(?:\.\d+)?(?:[;\t\r\n]|$))(?='*[=+\-@＝＋－＠])/g;
const quotedFormulaInside = /([;\t\r\n]"*)'(?='*[=+\-@＝＋－＠])/g;

export function toCell(value: string): string {
  const inside = value.replace(formulaInside, "$1'");
  const safe = formula.test(inside) && !plainNumber.test(inside) ? `'${inside}` : inside;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function fromCell(cell: string): string {
  const whole = quotedFormula.test(cell) ? cell.slice(1) : cell;
  return whole.replace(quotedFormulaInside, "$1");
}

/** With a byte order mark, without which Excel reads letters with accents wrongly. */
export const csvHead = (columns: readonly string[]) => `\ufeff${toRow(columns)}`;

export const toRow = (values: readonly string[]) => `${values.map(toCell).join(",")}\r\n`;
