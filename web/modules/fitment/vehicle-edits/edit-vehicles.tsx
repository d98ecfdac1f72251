import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { CarForm } from "./car-form.tsx";
import { builtOf, factList } from "./edit-calls.ts";
import { FactForm } from "./fact-form.tsx";
import { RenameForm } from "./rename-form.tsx";

type Named = { slug: string; name: string };
type Props = {
  make: Named | undefined;
  model: Named | undefined;
  year: string;
  onSaved: (...names: string[]) => void;
};

export function EditVehicles({ make, model, year, onSaved }: Props) {
  return (
    <section aria-label="Change vehicles" className="mt-10 grid gap-2">
      <Fold title="Add a model year">
        <CarForm make={make?.name ?? ""} model={model?.name ?? ""} onSaved={onSaved} />
      </Fold>
      {make && model && year !== "" && (
        <Fold key={`${make.slug} ${model.slug} ${year}`} title="How this model year was built">
          <EditCar make={make} model={model} year={year} onSaved={onSaved} />
        </Fold>
      )}
      {make && model && (
        <Fold title={`Rename ${model.name}`}>
          <RenameForm
            key={model.slug}
            name={model.name}
            toChange={(name) => ({ what: "model", make: make.slug, model: model.slug, name })}
            onSaved={(at) => onSaved(at.make, at.model)}
          />
        </Fold>
      )}
      {make && (
        <Fold title={`Rename ${make.name}`}>
          <RenameForm
            key={make.slug}
            name={make.name}
            toChange={(name) => ({ what: "make", make: make.slug, name })}
            onSaved={(at) => onSaved(at.make)}
          />
        </Fold>
      )}
      <Fold title="Facts of cars">
        <Facts />
      </Fold>
    </section>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="border border-base-300"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium">
        {title}
      </summary>
      <div className="border-t border-base-300 p-4 sm:p-5">{isOpen && children}</div>
    </details>
  );
}

function EditCar({
  make,
  model,
  year,
  onSaved,
}: Required<{ make: Named; model: Named }> & Pick<Props, "year" | "onSaved">) {
  const { data, error, refetch } = useQuery(builtOf(make.slug, model.slug, year));
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The vehicle could not be fetched" error={error} retry={refetch} />;
  }
  return (
    <CarForm
      make={make.name}
      model={model.name}
      year={year}
      stored={data}
      onSaved={(...names) => onSaved(...names, year)}
    />
  );
}

function Facts() {
  const { data, error, refetch } = useQuery(factList());
  const [shown, setShown] = useState("");
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The facts could not be fetched" error={error} retry={refetch} />;
  }
  const fact = data.find(({ key }) => key === shown);
  return (
    <div className="grid gap-5">
      <ul className="flex flex-wrap gap-2">
        {[...data.map(({ key, question }) => ({ key, question })), aNewOne].map(
          ({ key, question }) => (
            <li key={key}>
              <button
                type="button"
                className="btn btn-outline btn-sm min-h-11 aria-pressed:btn-active"
                aria-pressed={key === shown}
                onClick={() => setShown(key)}
              >
                {question}
              </button>
            </li>
          ),
        )}
      </ul>
      {shown !== "" && <FactForm key={shown} fact={fact} onSaved={() => setShown("")} />}
    </div>
  );
}

const aNewOne = { key: "new fact", question: "Add a fact" };
