// A list of parts for one car. The browser judges the next answer by what the server sent with the last.
import {
  type Application,
  chooseListQuestion,
  type FactInfo,
  type FitQuestion,
  judgeFit,
  listAnswers,
  type Term,
} from "./fit.ts";

export type JudgedPart = {
  part: string;
  universal: boolean;
  listsAllVehicles: boolean;
  applications: Application[];
};

type Given = {
  rows: readonly JudgedPart[];
  vehicle: FitQuestion["vehicle"];
  known: Term[];
  facts: readonly (FactInfo & { key: string })[];
};

/** The verdict on each part, and the question that decides most of them. */
export function judgeList({ rows, vehicle, known, facts: words }: Given) {
  const facts = Object.fromEntries(words.map(({ key, kind, effort }) => [key, { kind, effort }]));
  const judged = rows.map((row) => ({
    ...row,
    verdict: judgeFit({ ...row, vehicle, known, facts }),
  }));
  const best = chooseListQuestion(judged.map(({ verdict }) => verdict));
  const openTerms = judged.flatMap(({ verdict, applications }) =>
    verdict.says === "yes-if" ? applications.flatMap(({ terms }) => terms) : [],
  );
  const question = best && {
    ...best,
    answers: listAnswers(best.fact, openTerms, { vehicle, known, facts }),
  };
  return {
    items: judged.map(({ part, verdict }) => ({ part, verdict })),
    question: question ?? null,
  };
}
