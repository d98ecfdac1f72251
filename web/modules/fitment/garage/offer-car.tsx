import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Car } from "#contract/garage.ts";
import { canonicalTerms, type Term } from "#contract/rules/fit.ts";
import { useAction } from "#web/ui/use-action.ts";
import { nameOfVehicle, type OwnVehicle } from "../own-vehicle.ts";
import { addCar, editCar, ownCars } from "./calls.ts";

/** For who is signed in: the car of this browser is not in the garage yet, or more is known of it. */
export function OfferCar({ own }: { own: OwnVehicle }) {
  const client = useQueryClient();
  const { data } = useQuery(ownCars());
  const { run, isBusy, failure } = useAction();
  const kept = data?.cars.filter(({ vehicle }) => vehicle.id === own.id) ?? [];
  const [only] = kept;
  const isNew = kept.length === 0;
  if (!data || (!isNew && (kept.length > 1 || isSame(only, own.known)))) return null;

  const keep = () =>
    run(async () => {
      const { id: vehicle, known } = own;
      await (only ? editCar(only._id, { known }) : addCar({ vehicle, known }));
      await client.invalidateQueries({ queryKey: ["garage"] });
    });

  return (
    <div className="grid justify-items-start gap-2 border border-s-4 border-base-300 border-s-info p-4">
      <p>
        {isNew
          ? `Your ${nameOfVehicle(own)} is kept in this browser only.`
          : `More is known of your ${nameOfVehicle(own)} than your garage has.`}
      </p>
      <button type="button" className="btn btn-outline" aria-busy={isBusy} onClick={keep}>
        {isNew ? "Keep it in your garage" : "Save it in your garage"}
      </button>
      {failure && (
        <p role="alert" className="font-medium text-error">
          {failure}
        </p>
      )}
    </div>
  );
}

function isSame(car: Car | undefined, known: Term[]): boolean {
  const write = (terms: Term[] = []) => JSON.stringify(canonicalTerms(terms));
  return write(car?.known) === write(known);
}
