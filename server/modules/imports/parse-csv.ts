import { isUtf8 } from "node:buffer";

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
type TextLine = { line: number; text: string };

const longestRecord = 100_000;
const newline = 10;

export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of bytes) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = all.lastIndexOf(newline) + 1;
    rest = all.subarray(end);
    if (rest.length > 4 * longestRecord) throw tooLong(line);
    const lines = toLines(all.subarray(0, end), line);
    line += lines.length;
    yield lines;
  }
  if (rest.length > 0) yield toLines(rest, line);
}

function toLines(bytes: Buffer, first: number): TextLine[] {
  if (!isUtf8(bytes)) throw notUtf8(bytes, first);
  const text = bytes.toString();
  const lines = (first === 1 ? text.replace(/^\ufeff/, "") : text).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((text, at) => ({ line: first + at, text: text.replace(/\r$/, "") }));
}

function notUtf8(bytes: Buffer, first: number): FileFault {
  let line = first;
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(newline, from) + 1 || bytes.length;
    if (!isUtf8(bytes.subarray(from, end))) break;
    from = end;
  }
  return new FileFault(
    line,
    `Line ${line} is not written in UTF-8`,
    "Save the file as “CSV UTF-8” and upload it again",
  );
}

const tooLong = (line: number) =>
  new FileFault(line, `Line ${line} is too long`, "Check that the file is a CSV file");

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
