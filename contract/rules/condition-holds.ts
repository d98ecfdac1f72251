import { type FactKind, type FitQuestion, judgeFit, type Outcome, type Term } from "./fit.ts";

type Car = Pick<FitQuestion, "vehicle" | "known">;

/** Whether a condition of cars holds for one; "yes-if" or "not-known": it may. */
export function conditionHolds(terms: Term[], { vehicle, known }: Car): Outcome {
  const facts = Object.fromEntries(
    [...known, ...terms].map((term) => [term.fact, { kind: kindOf(term), effort: 1 }]),
  );
  const application = { terms, position: null, quantity: null, held: false };
  return judgeFit({
    vehicle,
    known,
    facts,
    applications: [application],
    listsAllVehicles: true,
    universal: false,
  }).says;
}

function kindOf(term: Term): FactKind {
  if (term.fact.startsWith("look:")) return "look";
  if ("any" in term || "none" in term) return "choice";
  if ("series" in term || "notSeries" in term) return "serial";
  return term.fact === "built" ? "date" : "number";
}
