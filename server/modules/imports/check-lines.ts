import type { LineResult } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findParts, type NumberedPart } from "./find-parts.ts";
import {
  type Cells,
  type Finding,
  type GivenLine,
  hasSameValues,
  type ImportKind,
  type Parsed,
  refuseLine,
  spreadsheetFinding,
} from "./import-kind.ts";
import { actionColumn } from "./read-header.ts";

export type CheckedLine = {
  line: number;
  result: LineResult;
  partId: string | null;
  part: string;
  key: string;
  claim: string | null;
  before: Cells | null;
  after: Cells | null;
  findings: Finding[];
};

export async function checkLines(
  db: Queries,
  kind: ImportKind,
  given: readonly GivenLine[],
): Promise<CheckedLine[]> {
  const numbers = given.map(({ cells }) => cells.part ?? "");
  const found = kind.nameLine ? [] : await findParts(db, numbers);
  const read = given.map((line, at) => parseLine(kind, line, found[at]));
  const keys = kind.findKeys
    ? await kind.findKeys(
        db,
        read.map(({ cells }) => cells),
      )
    : [];
  const parsed = read.map((line, at) => ({ ...line, key: keys[at] ?? line.key }));
  const present = await kind.findPresent(db, parsed);
  const compared = parsed.map((line, at) => ({ ...line, present: present[at] }));
  const sound = compared.filter((line) => !isRefused(line.findings));
  const judged = await kind.check(db, sound);
  const byLine = new Map(sound.map(({ line }, at) => [line, judged[at]]));
  return compared.map(({ present, ...line }) => {
    const { cells: after, findings } = byLine.get(line.line) ?? { ...line, findings: [] };
    const { partId, part, key, claim = null, removes } = line;
    const isGone = removes && !present && line.findings.length === 0;
    const all = [...line.findings, ...(isGone ? [nothingToRemove] : findings)];
    if (removes && present && !isRefused(all)) {
      const gone = { line: line.line, partId, part, key, claim, before: present, after: null };
      return { ...gone, findings: line.findings, result: "removed" };
    }
    const before = present ? pick(present, Object.keys(after)) : null;
    return {
      line: line.line,
      partId,
      part,
      key,
      claim,
      before,
      after,
      findings: all,
      result: isRefused(all) ? "refused" : compare(kind, before, after),
    };
  });
}

const nothingToRemove = refuseLine("There is no such line to take away", "Leave the line out");

const isRefused = (findings: Finding[]) => findings.some(({ grade }) => grade === "line");

type Parsing = Parsed & {
  line: number;
  partId: string | null;
  part: string;
  removes: boolean;
};

function parseLine(kind: ImportKind, given: GivenLine, found: NumberedPart | undefined): Parsing {
  const { action, cells: named } = takeAction(kind, given.cells);
  const parsed = kind.parse(named);
  const number = kind.nameLine?.(given.cells) ?? given.cells.part ?? "";
  const part = found && !found.isOld ? found.number : number;
  const findings = [
    ...given.findings,
    ...actionFindings(action),
    ...partFindings(kind, number, found),
    ...(isRefused(given.findings) ? [] : parsed.findings),
  ];
  const { key, claim } = parsed;
  const cells = { ...parsed.cells, part };
  const { line } = given;
  const removes = given.removes || parsed.removes || action === "remove";
  return { line, partId: found?.id ?? null, part, key, claim, cells, findings, removes };
}

function takeAction(kind: ImportKind, given: Cells): { action: string; cells: Cells } {
  if (!kind.hasActions) return { action: "", cells: given };
  const { [actionColumn]: action = "", ...cells } = given;
  return { action: action.toLowerCase(), cells };
}

function actionFindings(action: string): Finding[] {
  if (action === "" || action === "remove") return [];
  return [refuseLine(`There is no action “${action}”`, "Write remove, or leave it empty")];
}

function partFindings(
  kind: ImportKind,
  number: string,
  found: NumberedPart | undefined,
): Finding[] {
  if (kind.nameLine) return [];
  if (number === "") return [refuseLine("There is no part number", "Enter the number of the part")];
  const shortened = spreadsheetFinding("part number", number);
  if (shortened.length > 0) return shortened;
  if (found?.isOld) {
    const what = `${number} is an earlier number of ${found.number}`;
    return [refuseLine(what, `Write ${found.number}`)];
  }
  if (kind.addsParts) return found?.isDeleted ? [bringsBack(number)] : [];
  if (!found) {
    return [refuseLine(`There is no part ${number}`, "Check the number, or add the part first")];
  }
  return found.isDeleted
    ? [refuseLine(`${number} was deleted`, "Leave the line out, or bring the part back first")]
    : [];
}

const bringsBack = (number: string): Finding => ({
  grade: "confirm",
  what: `${number} was deleted, and this brings it back`,
  todo: "Leave the line out if it should stay deleted",
});

function compare(kind: ImportKind, before: Cells | null, after: Cells): LineResult {
  if (!before) return "new";
  return hasSameValues(kind, before, after) ? "same" : "changed";
}

function pick(cells: Cells, names: readonly string[]): Cells {
  return Object.fromEntries(names.map((name) => [name, cells[name] ?? ""]));
}
