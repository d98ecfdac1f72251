import type { FactWords } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { keepOwnVehicle, type OwnVehicle } from "./own-vehicle.ts";

/** The label of the engine, if exactly one is known. */
export function engineOf(known: readonly Term[], facts: readonly FactWords[]): string | undefined {
  const term = known.find(({ fact }) => fact === "engine");
  if (!term || !("any" in term) || term.any.length !== 1) return undefined;
  const { values = [] } = facts.find(({ key }) => key === "engine") ?? {};
  return values.find(({ id }) => id === term.any[0])?.label;
}

/** An answer takes the place of what was known of the same fact. */
export function answerFact(vehicle: OwnVehicle, term: Term, facts: readonly FactWords[]): void {
  const known = [...vehicle.known.filter(({ fact }) => fact !== term.fact), term];
  const told = [...new Set([...(vehicle.told ?? []), term.fact])];
  keepOwnVehicle({ ...vehicle, known, told, engine: engineOf(known, facts) ?? vehicle.engine });
}
