import type { CarOfOrder } from "#contract/fields.ts";
import type { ListFilters } from "#contract/fit-lists.ts";
import { refuse } from "#contract/refusals.ts";
import { maxCountedFits } from "#contract/rules/catalogue-filters.ts";
import type { FitmentVerbs } from "#server/modules/fitment/fitment-verbs.ts";
import type { FitList } from "#server/modules/fitment/judge-parts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Dictionary, KnownType } from "./dictionary.ts";
import { listConditions } from "./list-conditions.ts";
import { listIds } from "./list-parts.ts";

export type Fitment = Pick<FitmentVerbs, "findVehicleById" | "readFitList" | "judgeInTurns">;

const noSuchVehicle = refuse("not-found", "We have no such vehicle. Choose it from the lists.");

type Shop = { db: Queries; dictionary: Dictionary; fitment: Fitment };

export async function readWholeList(
  { db, dictionary, fitment }: Shop,
  { car, list }: { car: CarOfOrder; list: ListFilters },
  type: KnownType | undefined,
) {
  const vehicle = await fitment.findVehicleById(db, car.vehicle);
  if (!vehicle) return noSuchVehicle;
  const conditions = listConditions(dictionary, list, { within: type });
  const ids = await listIds({ db, dictionary }, conditions, maxCountedFits + 1);
  const some = ids.slice(0, maxCountedFits);
  const fits = await fitment.readFitList(db, vehicle, car.known, some);
  return { fits, isCut: ids.length > maxCountedFits };
}

export async function judgeWholeList(
  { judgeInTurns }: Pick<Fitment, "judgeInTurns">,
  { fits, isCut }: { fits: FitList; isCut: boolean },
) {
  const { items, question, facts } = await judgeInTurns(fits);
  const count = (says: string) => items.filter(({ verdict }) => verdict.says === says).length;
  return {
    ...{ question, facts, isCut },
    ...{ yes: count("yes"), yesIf: count("yes-if"), no: count("no") },
    notKnown: count("not-known"),
  };
}
