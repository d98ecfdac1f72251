import type { FindingGrade, ImportKindName } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";

/** By column, in the one form in which they are compared, shown and exported. */
export type Cells = Record<string, string>;

/** What is wrong with a line, and what a person can do about it. */
export type Finding = { grade: Exclude<FindingGrade, "file">; what: string; todo: string };

export type Parsed = {
  cells: Cells;
  /** What the line is about besides its part; empty where a part has one line. */
  key: string;
  /** What only one line may give, whichever part it is about. */
  claim?: string | undefined;
  findings: Finding[];
};

/** Null: a part that the line adds. */
export type PartLine = { partId: string | null; key: string };
export type ComparedLine = PartLine & { cells: Cells; present: Cells | undefined };

/** Without `before` it is added, without `after` removed. */
export type LineChange = PartLine & {
  line: number;
  before: Cells | undefined;
  after: Cells | undefined;
};
export type Unwritten = { line: number; what: string };

/** The import that causes a change, and who applies or undoes it. */
export type Cause = { importId: string; number: number; byUser: string; isUndo: boolean };

/** What a module supplies so that its data can be imported and exported as CSV. */
export type ImportKind = {
  /** Those of a file, in the order of an export. All have `part` besides, which goes first. */
  columns: readonly string[];
  required: readonly string[];
  /** Columns that say what a line is about; the others are compared. */
  keys: readonly string[];
  addsParts: boolean;
  /** Undoing takes back the difference, whatever else has changed since. */
  isRelative: boolean;
  /** Of what a change shows. */
  tags: readonly string[];
  parse(cells: Cells): Parsed;
  /** All columns as they are now, for each line; undefined where there is nothing yet. */
  findPresent(db: Queries, lines: readonly PartLine[]): Promise<(Cells | undefined)[]>;
  /** For each line, what only the database or the present values can tell. */
  check(
    db: Queries,
    lines: readonly ComparedLine[],
  ): Promise<{ cells: Cells; findings: Finding[] }[]>;
  /** So that what is compared then stays so until the end of the transaction. */
  lock(tx: Queries, partIds: readonly string[]): Promise<void>;
  write(tx: Queries, changes: readonly LineChange[], cause: Cause): Promise<Unwritten[]>;
  /** A page of all lines by the numbers of the parts; `next` begins the following page. */
  list(db: Queries, after: string): Promise<{ rows: Cells[]; next: string | undefined }>;
};

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

/** Handed to this module by those that own the data. */
export type Kinds = Record<ImportKindName, ImportKind>;
