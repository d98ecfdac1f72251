import { countFailures } from "./count-failures.ts";
import { findPromised } from "./find-promised.ts";
import { listVehiclesOfPart } from "./list-vehicles-of-part.ts";
import { proveFit, storeProofs } from "./prove-fit.ts";

/** What other modules do with the fit of parts. */
export const fitmentVerbs = {
  countFailures,
  findPromised,
  listVehiclesOfPart,
  proveFit,
  storeProofs,
};
export type FitmentVerbs = typeof fitmentVerbs;
