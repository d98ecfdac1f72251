import { describeTerms, findTermsProblems } from "./condition-texts.ts";
import { countFailures } from "./count-failures.ts";
import { findPromised } from "./find-promised.ts";
import { judgeInTurns, readFitList } from "./judge-parts.ts";
import { listVehiclesOfPart } from "./list-vehicles-of-part.ts";
import { proveFit, storeProofs } from "./prove-fit.ts";
import { findVehicleById } from "./read-vehicle.ts";

export const fitmentVerbs = {
  countFailures,
  describeTerms,
  findPromised,
  findTermsProblems,
  findVehicleById,
  judgeInTurns,
  listVehiclesOfPart,
  proveFit,
  readFitList,
  storeProofs,
};
export type FitmentVerbs = typeof fitmentVerbs;
