import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CarPage } from "#contract/garage.ts";
import { Field, FormError } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { editCar, ownCar } from "./calls.ts";

export function CarForm({ car }: { car: CarPage }) {
  const client = useQueryClient();
  const [name, setName] = useState(car.name);
  const [vin, setVin] = useState(car.vin ?? "");
  const [odometer, setOdometer] = useState(`${car.odometer ?? ""}`);
  const { run, isBusy, failure, errors } = useAction();

  const save = () =>
    run(async () => {
      const saved = await editCar(car._id, {
        name,
        vin: vin.trim() === "" ? null : vin,
        odometer: readKm(odometer),
      });
      client.setQueryData(ownCar(car._id).queryKey, saved);
      setVin(saved.vin ?? "");
      showToast("Saved.");
    });

  return (
    <form
      noValidate
      aria-label="Your car"
      className="grid max-w-3xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field
          label="Name"
          hint="As you call it"
          maxLength={60}
          value={name}
          error={errors.name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label="VIN"
          hint="Stored encrypted, and shown to you only"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={vin}
          error={errors.vin}
          onChange={({ target }) => setVin(target.value)}
        />
        <Field
          label="Odometer, km"
          inputMode="numeric"
          maxLength={9}
          value={odometer}
          error={errors.odometer}
          onChange={({ target }) => setOdometer(target.value)}
        />
      </div>
      <FormError>{failure}</FormError>
      <button type="submit" className="btn btn-secondary justify-self-start" aria-busy={isBusy}>
        Save the car
      </button>
    </form>
  );
}

/** What is no number is refused at its field. */
export function readKm(text: string): number | null {
  if (text.trim() === "") return null;
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : -1;
}
