import { isUtf8 } from "node:buffer";
import { FileFault, longestRecord, type TextLine } from "#contract/rules/parse-csv.ts";

const newline = 10;
/** A character of UTF-8 has at most four bytes. */
const maxLineBytes = 4 * longestRecord;

export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<TextLine[]> {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of bytes) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = all.lastIndexOf(newline) + 1;
    rest = all.subarray(end);
    if (rest.length > maxLineBytes) throw tooLong(line);
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
  return otherEncoding(line);
}

export const otherEncoding = (line: number) =>
  new FileFault(
    line,
    `Line ${line} is not written in UTF-8`,
    "Save the file as “CSV UTF-8” and upload it again",
  );

const tooLong = (line: number) =>
  new FileFault(line, `Line ${line} is too long`, "Check that the file is a CSV file");
