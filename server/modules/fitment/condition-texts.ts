import type { Term } from "#contract/rules/fit.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { conditionProblem } from "./application-problem.ts";
import { readConditions, writeConditions } from "./condition-text.ts";
import { readAllFacts } from "./read-all-facts.ts";
import { readFacts } from "./read-facts.ts";

export const conditionTexts = {
  read: async (db: Queries, texts: readonly string[]) => {
    const facts = await readAllFacts(db);
    return texts.map((text) => {
      const read = readConditions(text, facts);
      const problem = "terms" in read ? conditionProblem(read.terms, facts) : undefined;
      return problem === undefined ? read : { problem };
    });
  },
  write: async (db: Queries, all: readonly Term[][]) => {
    const facts = await readAllFacts(db);
    return all.map((terms) => writeConditions(terms, facts));
  },
};

export async function describeTerms(db: Queries, all: readonly Term[][]): Promise<string[]> {
  const facts = await readFacts(db, all.flat());
  return all.map((terms) => terms.map((term) => describeTerm(term, facts)).join(", "));
}

export async function findTermsProblems(
  db: Queries,
  all: readonly Term[][],
): Promise<(string | undefined)[]> {
  if (all.every((terms) => terms.length === 0)) return all.map(() => undefined);
  const facts = await readFacts(db, all.flat());
  return all.map((terms) => conditionProblem(terms, facts));
}
