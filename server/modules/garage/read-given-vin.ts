import { type Refusal, refuse } from "#contract/refusals.ts";
import { normalizeVin, vinProblem } from "#contract/rules/vin.ts";

/** Whether cars of this maker are sold parts for does not matter here. */
export function readGivenVin(
  written: string | null | undefined,
): { vin: string | null } | { refusal: Refusal<"invalid"> } {
  const vin = normalizeVin(written ?? "");
  if (vin === "") return { vin: null };
  const problem = vinProblem(vin);
  return problem ? { refusal: refuse("invalid", problem, { vin: problem }) } : { vin };
}
