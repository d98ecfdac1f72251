import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findConsequences } from "./find-consequences.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findHalfQualified } from "./find-half-qualified.ts";
import { findLackingSuccessors } from "./find-lacking-successors.ts";
import { findMissingTwins } from "./find-missing-twins.ts";
import { findUnusual } from "./find-unusual.ts";

const checks = [
  ...[findContradictions, findHalfQualified, findUnusual, findMissingTwins],
  ...[findLackingSuccessors, findConsequences],
];

/** What lines of one file say against each other and against what is there. */
export async function checkTogether(db: Queries, importId: string): Promise<LineFinding[]> {
  const findings: LineFinding[] = [];
  for (const check of checks) findings.push(...(await check(db, importId)));
  return findings;
}
