import type { FindingGrade, ImportFinding, ImportKindName } from "#contract/imports.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";

/** By column, in the one form in which they are compared, shown and exported. */
export type Cells = Record<string, string>;

export type Finding = {
  grade: Exclude<FindingGrade, "file">;
  what: string;
  todo: string;
  asks?: Asked;
};

export type Asked = NonNullable<ImportFinding["asks"]>;

export type LineFinding = Finding & { line: number; part: string };

export type GivenLine = {
  line: number;
  cells: Cells;
  findings: Finding[];
  removes?: boolean;
};

export type Parsed = {
  cells: Cells;
  key: string;
  /** What only one line may give, whichever part it is about. */
  claim?: string | undefined;
  findings: Finding[];
  /** The line takes away what it names. */
  removes?: boolean;
};

export type PartLine = { partId: string | null; key: string };
export type ComparedLine = PartLine & { cells: Cells; present: Cells | undefined };

export type PresentLine = { partId: string; part: string; key: string; cells: Cells };

/** Without `before` it is added, without `after` removed. */
export type LineChange = PartLine & {
  line: number;
  before: Cells | undefined;
  after: Cells | undefined;
};
export type Unwritten = { line: number; what: string };

export type Cause = {
  importId: string;
  number: number;
  byUser: string;
  isUndo: boolean;
  /** The ids that `lockBefore` returned. */
  lockedBefore?: readonly string[];
};

export type ImportKind = {
  columns: readonly string[];
  required: readonly string[];
  keys: readonly string[];
  /** Of kinds that are not about parts: what a line is about. */
  nameLine?(cells: Cells): string;
  addsParts: boolean;
  /** A line with "remove" in the column `action`, which exports do not have, takes away what it names. */
  hasActions?: boolean;
  /** Whether a line can be written depends on others, so all are written at once. */
  isWrittenWhole?: boolean;
  /** Undoing takes back the difference, whatever else has changed since. */
  isRelative: boolean;
  tags: readonly string[];
  /** Of a value that is stored otherwise than it was given. */
  isSameStored?(column: string, one: string, other: string): boolean;
  /** Of files that are no CSV; `onWhole` is called if the file says that it is the whole. */
  readFile?(
    db: Database,
    chunks: AsyncIterable<Buffer>,
    onWhole: () => void,
  ): AsyncIterable<GivenLine[]>;
  parse(cells: Cells): Parsed;
  /** In place of those that `parse` gave, where only the database shows what is the same. */
  findKeys?(db: Queries, lines: readonly Cells[]): Promise<string[]>;
  /** All columns as they are now, for each line; undefined where there is nothing yet. */
  findPresent(db: Queries, lines: readonly PartLine[]): Promise<(Cells | undefined)[]>;
  check(
    db: Queries,
    lines: readonly ComparedLine[],
  ): Promise<{ cells: Cells; findings: Finding[] }[]>;
  /** What only all lines together show, once each was checked by itself. */
  checkTogether?(db: Database, importId: string): Promise<LineFinding[]>;
  /** All that a whole file has to name, and else takes away; in no order. */
  listWhole?(db: Queries, importId: string): AsyncIterable<PresentLine[]>;
  /** What others lock before parts or stock; once, before an import is applied. */
  lockBefore?(tx: Queries, importId: string): Promise<readonly string[]>;
  /** So that what is compared then stays so until the end of the transaction. */
  lock(tx: Queries, partIds: readonly string[], lines: readonly LineChange[]): Promise<void>;
  write(tx: Queries, changes: readonly LineChange[], cause: Cause): Promise<Unwritten[]>;
  /** Once all lines, or the given one alone, are written or undone. */
  finish?(tx: Queries, importId: string, line?: number): Promise<void>;
  list(db: Queries, after: string): Promise<{ rows: Cells[]; next: string | undefined }>;
};

export function hasSameValues({ keys }: ImportKind, one: Cells, other: Cells): boolean {
  return listValues(keys, other).every((name) => one[name] === other[name]);
}

export const listValues = (keys: readonly string[], cells: Cells) =>
  Object.keys(cells).filter((name) => name !== "part" && !keys.includes(name));

export const refuseLine = (what: string, todo: string): Finding => ({ grade: "line", what, todo });

/** Spreadsheets write a long number as 4.35E+10, and its digits are lost. */
export function spreadsheetFinding(column: string, text: string): Finding[] {
  if (!/^\d[.,]\d+e\+?\d+$|^\de\+\d+$/i.test(text)) return [];
  return [
    refuseLine(
      `A spreadsheet has shortened the ${column} to ${text}`,
      "Format the column as text, enter the number again and save the file",
    ),
  ];
}

export type Kinds = Record<ImportKindName, ImportKind>;
