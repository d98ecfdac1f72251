import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Vehicle } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { engineOf } from "./answer-fact.ts";
import { makeList, modelList, oneVehicle, yearList } from "./calls.ts";
import { FactChoices } from "./fact-choices.tsx";
import { FitCount } from "./fit-count.tsx";
import { keepOwnVehicle, type OwnVehicle } from "./own-vehicle.ts";
import { VinForm } from "./vin-form.tsx";

type Props = { own: OwnVehicle | undefined; onClose: () => void; children: ReactNode };
type Chosen = { make: string; model: string; year: string; known: Term[]; told: string[] };

const nothing: Chosen = { make: "", model: "", year: "", known: [], told: [] };

/** Open while rendered. Each list opens the next one; nothing is kept before "Use this car". */
export function VehiclePicker({ own, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Not while somebody goes through a list with the arrow keys. */
  const leadsOn = useRef(!own);
  const id = useId();
  const [chosen, setChosen] = useState<Chosen>(own ? toChosen(own, own.known, own.told) : nothing);
  const { make, model, year, known } = chosen;
  const makes = useQuery(makeList());
  const models = useQuery(modelList(make));
  const years = useQuery(yearList(make, model));
  const { data: vehicle } = useQuery(oneVehicle(make, model, year));
  const error = makes.error ?? models.error ?? years.error;

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  function keep() {
    if (!vehicle) return;
    const { id, make, model, year } = vehicle;
    const engine = engineOf(known, vehicle.facts);
    keepOwnVehicle({ id, make, model, year, known, engine, told: chosen.told });
    onClose();
  }

  function browseWithout() {
    keepOwnVehicle(undefined);
    onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is left with Escape
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="vehicle-picker"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="grid gap-5 p-5 sm:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} className="text-xl font-extrabold">
            Your car
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label="Close"
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_17rem]">
          <form
            className="grid content-start gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              keep();
            }}
            onPointerDown={() => {
              leadsOn.current = true;
            }}
            onKeyDown={(event) => {
              leadsOn.current = event.key === "Enter";
              if (event.key === "Enter" && event.target instanceof HTMLSelectElement) {
                event.preventDefault();
                focusNext(event.target);
              }
            }}
          >
            <div className="grid gap-3 sm:grid-cols-3">
              <List
                label="Make"
                value={make}
                options={makes.data?.map(({ slug, name }) => ({ value: slug, name }))}
                onChoose={(make) => setChosen({ ...nothing, make })}
                leadsOn={leadsOn}
              />
              <List
                label="Model"
                value={model}
                options={models.data?.models.map(({ slug, name, from, to }) => ({
                  value: slug,
                  name: `${name} (${from === to ? from : `${from}–${to}`})`,
                }))}
                onChoose={(model) => setChosen({ ...nothing, make, model })}
                leadsOn={leadsOn}
              />
              <List
                label="Year"
                value={year}
                options={years.data?.vehicles.map(({ year }) => ({
                  value: `${year}`,
                  name: `${year}`,
                }))}
                onChoose={(year) => setChosen({ ...nothing, make, model, year })}
                leadsOn={leadsOn}
              />
            </div>
            {error && <p role="alert">{error.message}</p>}
            {vehicle && (
              <FactChoices
                vehicle={vehicle}
                known={known}
                onChange={(next) => setChosen(answerIn(chosen, next))}
              />
            )}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <button type="submit" className="btn btn-secondary" disabled={!vehicle}>
                Use this car
              </button>
              <p role="status" className="min-h-6">
                {vehicle && <FitCount vehicle={vehicle.id} known={known} />}
              </p>
              <p className="text-sm text-base-content/80">
                Kept in this browser until you change it.
              </p>
            </div>
          </form>
          <div className="grid content-start gap-4 border-base-300 max-md:border-t max-md:pt-5 md:border-s md:ps-8">
            <VinForm
              onFocus={() => {
                leadsOn.current = false;
              }}
              onRead={(vehicle, known) => setChosen(toChosen(vehicle, known))}
            />
            {children}
            {own && (
              <button type="button" className="link min-h-11 text-start" onClick={browseWithout}>
                Browse without a car
              </button>
            )}
          </div>
        </div>
      </div>
    </dialog>
  );
}

function toChosen({ make, model, year }: Vehicle, known: Term[], told: string[] = []): Chosen {
  return { make: make.slug, model: model.slug, year: `${year}`, known, told };
}

/** What a person says takes the place of what the VIN says: engines are swapped. */
function answerIn(chosen: Chosen, known: Term[]): Chosen {
  const before = new Set(chosen.known.map((term) => JSON.stringify(term)));
  const answered = known.filter((term) => !before.has(JSON.stringify(term)));
  const told = [...chosen.told, ...answered.map(({ fact }) => fact)];
  const isKnown = (fact: string) => known.some((term) => term.fact === fact);
  return { ...chosen, known, told: [...new Set(told)].filter(isKnown) };
}

type ListProps = {
  label: string;
  value: string;
  options: { value: string; name: string }[] | undefined;
  onChoose: (value: string) => void;
  leadsOn: RefObject<boolean>;
};

function focusNext(list: HTMLSelectElement): void {
  const fields = [
    ...(list.form?.querySelectorAll<HTMLElement>("select, input, [type=submit]") ?? []),
  ];
  fields[fields.indexOf(list) + 1]?.focus();
}

/** Disabled until the list before it has its choice. */
function List({ label, value, options, onChoose, leadsOn }: ListProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const isReady = options !== undefined;
  useEffect(() => {
    if (isReady && leadsOn.current) select.current?.focus();
  }, [isReady, leadsOn]);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        ref={select}
        id={id}
        className="select h-11 w-full text-base"
        value={value}
        disabled={!isReady}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="" disabled>
          Choose
        </option>
        {options?.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
