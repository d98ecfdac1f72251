// A list of parts for one car. Shared, so that the browser can judge the next answer without a request.
import {
  type Application,
  chooseListQuestion,
  type FactInfo,
  type FitQuestion,
  judgeFit,
  judgeTogether,
  listAnswers,
  type Term,
  type Verdict,
} from "./fit.ts";

type Listed = Pick<FitQuestion, "universal" | "listsAllVehicles" | "applications">;

/** `inside`: what a kit consists of. */
export type JudgedPart = Listed & { part: string; inside?: Listed[] | undefined };

/** A kit fits if it and each of its components do. */
export function judgeKit({
  inside = [],
  ...question
}: FitQuestion & Pick<JudgedPart, "inside">): Verdict {
  const own = judgeFit(question);
  if (inside.length === 0) return own;
  const all = [own, ...inside.map((listed) => judgeFit({ ...question, ...listed }))];
  const firstThat = (says: Verdict["says"]) => all.find((verdict) => verdict.says === says);
  // What limits the kit most comes first.
  const unfit = firstThat("no");
  if (unfit) return unfit;
  if (all.every(({ says }) => says === "yes")) return own;
  const [applications = [], ...others] = [question, ...inside].map(linesOf);
  const together = judgeTogether({ ...question, universal: false, applications }, others);
  return together.says === "no" ? together : (firstThat("not-known") ?? together);
}

/** Of a part of which nothing is known for this car, one that decides nothing. */
const linesOf = ({ universal, applications }: Listed): Application[] =>
  universal || applications.length === 0
    ? [{ terms: [], position: null, quantity: null, held: true }]
    : applications;

type Given = {
  rows: readonly JudgedPart[];
  vehicle: FitQuestion["vehicle"];
  known: Term[];
  facts: readonly (FactInfo & { key: string })[];
};

export const termsOf = ({ applications, inside = [] }: JudgedPart): Term[] =>
  [{ applications }, ...inside].flatMap((listed) =>
    listed.applications.flatMap(({ terms }) => terms),
  );

type Judged = JudgedPart & { verdict: Verdict };

/** In two steps, so that the server lets others go between the parts of a long list. */
export function createListJudge({ vehicle, known, facts: words }: Omit<Given, "rows">) {
  const facts = Object.fromEntries(words.map(({ key, kind, effort }) => [key, { kind, effort }]));
  const judge = (row: JudgedPart): Judged => ({
    ...row,
    verdict: judgeKit({ ...row, vehicle, known, facts }),
  });
  const sumUp = (judged: readonly Judged[]) => {
    const best = chooseListQuestion(
      judged.map(({ verdict }) => verdict),
      facts,
    );
    const openTerms = judged.flatMap((row) => (row.verdict.says === "yes-if" ? termsOf(row) : []));
    const question = best && {
      ...best,
      answers: listAnswers(best.fact, openTerms, { vehicle, known, facts }),
    };
    return {
      items: judged.map(({ part, verdict }) => ({ part, verdict })),
      question: question ?? null,
    };
  };
  return { judge, sumUp };
}

export function judgeList({ rows, ...car }: Given) {
  const { judge, sumUp } = createListJudge(car);
  return sumUp(rows.map(judge));
}
