import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FactWords } from "#contract/fitment.ts";
import type { Car } from "#contract/garage.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { garageCarPath } from "#web/app/paths.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { engineOf } from "../answer-fact.ts";
import { keepOwnVehicle, useOwnVehicle } from "../own-vehicle.ts";
import { nameOfCar, removeCar } from "./calls.ts";

type Props = { cars: Car[]; facts: FactWords[] };

export function CarList({ cars, facts }: Props) {
  const [removed, setRemoved] = useState<Car>();
  return (
    <>
      <ul aria-label="Your cars" className="grid gap-4 lg:grid-cols-2">
        {cars.map((car) => (
          <One key={car._id} car={car} facts={facts} onRemove={() => setRemoved(car)} />
        ))}
      </ul>
      {removed && <RemoveCar car={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

type OneProps = { car: Car; facts: FactWords[]; onRemove: () => void };

function One({ car, facts, onRemove }: OneProps) {
  const own = useOwnVehicle();
  const { _id: id, name, vehicle, known, vinEnd, odometer, services } = car;
  const title = nameOfCar(car);
  const isInUse = own?.id === vehicle.id && JSON.stringify(own.known) === JSON.stringify(known);
  const lines = [
    name && `${vehicle.year} ${vehicle.make.name} ${vehicle.model.name}`,
    known.map((term) => describeTerm(term, facts)).join(", "),
    vinEnd && `VIN ending in ${vinEnd}`,
    odometer !== null && `${formatCount(odometer)} km`,
    services > 0 && (services === 1 ? "1 entry in its book" : `${services} entries in its book`),
  ].filter(Boolean);
  return (
    <li className="grid content-start gap-3 border border-base-300 p-4">
      <h2 className="text-lg font-bold wrap-anywhere" dir="auto">
        {title}
      </h2>
      {lines.length > 0 && <p className="wrap-anywhere">{lines.join(" · ")}</p>}
      <div className="flex flex-wrap gap-3">
        {isInUse ? (
          <p className="flex min-h-11 items-center font-semibold">Chosen now</p>
        ) : (
          <button
            type="button"
            className="btn btn-secondary"
            onClick={() => {
              keepOwnVehicle({ ...vehicle, known, engine: engineOf(known, facts) });
              showToast(`${title} is chosen.`);
            }}
          >
            Use this car
          </button>
        )}
        <PageLink to={garageCarPath(id)} className="btn btn-outline">
          Service book
        </PageLink>
        <button
          type="button"
          className="btn btn-outline hover:text-error"
          aria-label={`Remove ${title}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

function RemoveCar({ car, onClose }: { car: Car; onClose: () => void }) {
  const client = useQueryClient();
  const name = nameOfCar(car);

  async function remove() {
    try {
      await removeCar(car._id);
      await client.invalidateQueries({ queryKey: ["garage"] });
      showToast(`${name} is removed.`);
    } catch (error) {
      showToast((error as Error).message, "error");
    }
  }

  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm="Remove"
      refuse="Keep the car"
      onConfirm={remove}
      onClose={onClose}
    >
      <strong>{name}</strong> leaves your garage, with its VIN and its service book. That cannot be
      undone.
    </ConfirmDialog>
  );
}
