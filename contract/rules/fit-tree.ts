// The parts of a vehicle as a tree of questions, each of which decides most of what is open.
import { chooseListQuestion, type FitQuestion, judgeFit, listAnswers, type Term } from "./fit.ts";

export type TreePart = Pick<FitQuestion, "applications" | "universal" | "listsAllVehicles"> & {
  part: string;
};
export type FitTree = {
  fit: string[];
  /** Held, or by serial numbers of another series. */
  unknown: string[];
  /** Where the tree would grow too large: these need more answers. */
  open: string[];
  branches: { answers: Term[]; tree: FitTree }[];
};

type Car = Pick<FitQuestion, "vehicle" | "known" | "facts">;

const maxNodes = 2_000;

export function buildFitTree(
  parts: readonly TreePart[],
  car: Car,
  left = { nodes: maxNodes },
): FitTree {
  left.nodes--;
  const judged = parts.map((part) => ({ part, verdict: judgeFit({ ...part, ...car }) }));
  const those = (says: string) =>
    judged.filter(({ verdict }) => verdict.says === says).map(({ part }) => part);
  const open = those("yes-if");
  const question = chooseListQuestion(
    judged.map(({ verdict }) => verdict),
    car.facts,
  );
  const terms = open.flatMap(({ applications }) => applications.flatMap((one) => one.terms));
  const isFull = left.nodes <= 0;
  const answers = question && !isFull ? listAnswers(question.fact, terms, car) : [];
  const grown = answers.map((answer) => ({
    answer,
    tree: buildFitTree(open, { ...car, known: [...car.known, answer] }, left),
  }));
  const alike = Map.groupBy(grown, ({ tree }) => JSON.stringify(tree));
  return {
    fit: those("yes").map(({ part }) => part),
    unknown: those("not-known").map(({ part }) => part),
    open: isFull ? open.map(({ part }) => part) : [],
    branches: [...alike.values()].flatMap((same) => {
      const [first] = same;
      return first ? [{ answers: same.map(({ answer }) => answer), tree: first.tree }] : [];
    }),
  };
}
