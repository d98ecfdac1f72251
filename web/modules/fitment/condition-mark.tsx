import { useQuery } from "@tanstack/react-query";
import { conditionHolds } from "#contract/rules/condition-holds.ts";
import type { Term } from "#contract/rules/fit.ts";
import { oneVehicle } from "./calls.ts";
import type { OwnVehicle } from "./own-vehicle.ts";

type Props = { car: OwnVehicle; terms: Term[] };

export function ConditionMark({ car, terms }: Props) {
  const { make, model, year, known } = car;
  const { data: vehicle } = useQuery(oneVehicle(make.slug, model.slug, `${year}`));
  if (!vehicle || conditionHolds(terms, { vehicle, known }) !== "no") return null;
  return (
    <span data-not-for-car className="font-semibold">
      Not for your car.{" "}
    </span>
  );
}
