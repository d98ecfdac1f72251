import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { findConsequences } from "./find-consequences.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findHalfQualified } from "./find-half-qualified.ts";
import { findLackingSuccessors } from "./find-lacking-successors.ts";
import { findMissingTwins } from "./find-missing-twins.ts";
import { findOtherVerdicts } from "./find-other-verdicts.ts";
import { findUnusual } from "./find-unusual.ts";
import { collectLines } from "./lines-of-import.ts";

const checks = [
  findContradictions,
  findHalfQualified,
  findUnusual,
  findMissingTwins,
  findLackingSuccessors,
  findConsequences,
  findOtherVerdicts,
];

export function checkTogether(db: Database, importId: string): Promise<LineFinding[]> {
  return inTransaction(db, async (tx) => {
    await collectLines(tx, importId);
    const findings: LineFinding[] = [];
    for (const check of checks) findings.push(...(await check(tx, importId)));
    return findings;
  });
}
