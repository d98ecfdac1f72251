export class FileFault extends Error {
  readonly line: number;
  readonly todo: string;

  constructor(line: number, what: string, todo: string) {
    super(what);
    this.line = line;
    this.todo = todo;
  }
}

export type CsvRecord = { line: number; cells: string[]; fault?: string };
export type TextLine = { line: number; text: string };

export const longestRecord = 100_000;

export async function* parseCsv(
  blocks: AsyncIterable<TextLine[]>,
  delimiter: string,
): AsyncGenerator<CsvRecord[]> {
  const record = new RecordReader(delimiter);
  for await (const lines of blocks) {
    const records: CsvRecord[] = [];
    for (const { line, text } of lines) {
      const done = record.add(line, text);
      if (done) records.push(done);
    }
    yield records;
  }
  record.end();
}

class RecordReader {
  readonly #delimiter: string;
  #begin = 0;
  #cells: string[] = [];
  #open: string | undefined;
  #length = 0;
  #fault: string | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  add(line: number, text: string): CsvRecord | undefined {
    if (this.#open === undefined) {
      if (!text.includes('"')) return { line, cells: text.split(this.#delimiter) };
      this.#begin = line;
      this.#cells = [];
      this.#length = 0;
      this.#fault = undefined;
    }
    this.#length += text.length;
    if (this.#length > longestRecord) throw this.#unclosed();
    this.#read(text);
    if (this.#open !== undefined) return undefined;
    const fault = this.#fault;
    return { line: this.#begin, cells: this.#cells, ...(fault !== undefined && { fault }) };
  }

  end(): void {
    if (this.#open !== undefined) throw this.#unclosed();
  }

  #read(text: string): void {
    let at = 0;
    if (this.#open !== undefined) at = this.#readQuoted(text, 0, `${this.#open}\n`);
    while (at <= text.length && this.#open === undefined) {
      at = text[at] === '"' ? this.#readQuoted(text, at + 1, "") : this.#readBare(text, at);
    }
  }

  #readBare(text: string, from: number): number {
    const end = this.#endOfCell(text, from);
    const cell = text.slice(from, end);
    if (cell.includes('"')) this.#fault = "A quotation mark stands inside a cell";
    this.#cells.push(cell);
    return end + 1;
  }

  #readQuoted(text: string, from: number, before: string): number {
    let cell = before;
    for (let at = from; ; ) {
      const quote = text.indexOf('"', at);
      if (quote === -1) {
        this.#open = cell + text.slice(at);
        return text.length + 1;
      }
      cell += text.slice(at, quote);
      if (text[quote + 1] !== '"') {
        this.#open = undefined;
        const end = this.#endOfCell(text, quote + 1);
        if (end > quote + 1) this.#fault = "Text follows the quotation mark that ends a cell";
        this.#cells.push(cell + text.slice(quote + 1, end));
        return end + 1;
      }
      cell += '"';
      at = quote + 2;
    }
  }

  #endOfCell(text: string, from: number): number {
    const end = text.indexOf(this.#delimiter, from);
    return end === -1 ? text.length : end;
  }

  #unclosed(): FileFault {
    return new FileFault(
      this.#begin,
      `The quotation mark that opens in line ${this.#begin} is never closed`,
      "Close it, or check that the file is complete, and upload it again",
    );
  }
}

const delimiters = [",", ";", "\t"];

/** Spreadsheets of many countries write semicolons, because their prices have commas. */
export function findDelimiter(header: string, columns: readonly string[]): string {
  const known = new Set(columns);
  const count = (delimiter: string) =>
    header.split(delimiter).filter((cell) => known.has(toColumn(cell.replaceAll('"', "")))).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

export const toColumn = (cell: string) => cell.trim().toLowerCase().replaceAll(" ", "_");
