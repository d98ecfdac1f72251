import type { Outcome } from "./fit.ts";

type Proof = { says: Outcome; vehicle: string; reason: string };

/** What was said when the part was ordered. Only "yes" may be worded as a promise. */
export function describeProof({ says, vehicle, reason }: Proof): string {
  const why = reason === "" ? "" : `: ${reason}`;
  if (says === "yes") return `Fits your ${vehicle}${why}`;
  if (says === "no") return `Does not fit your ${vehicle}${why}`;
  if (says === "yes-if") return `One question was open for your ${vehicle}${why}`;
  return `Not known for your ${vehicle}`;
}

const fewFailures = 3;
const manyPromises = 100;

/** By the orders in which it failed, and those that were sent on its word. */
export function isDoubtful(failed: number, promised: number): boolean {
  return failed >= fewFailures || (promised >= manyPromises && failed * 50 >= promised);
}
