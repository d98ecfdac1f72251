import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callRoot } from "#contract/call.ts";
import type { CarPage, Service } from "#contract/garage.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import { formatCount, writeDate } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { Field, FormError, TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { addService, ownCar, removeService } from "./calls.ts";
import { readKm } from "./car-form.tsx";

export function ServiceBook({ car }: { car: CarPage }) {
  const client = useQueryClient();
  const take = (page: CarPage) => client.setQueryData(ownCar(car._id).queryKey, page);

  async function remove(entry: Service) {
    try {
      take(await removeService(entry._id));
    } catch (error) {
      showToast((error as Error).message, "error");
    }
  }

  return (
    <section aria-labelledby="book" className="mt-10 grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="book" className="text-lg font-bold">
          Service book
        </h3>
        <a
          href={`${callRoot}/garage/${car._id}`}
          download="service-book.json"
          className="link inline-flex min-h-11 items-center"
        >
          Save as a file
        </a>
      </div>
      <EntryForm car={car} onAdded={take} />
      {car.book.length === 0 ? (
        <p>Nothing yet. Write down what was fitted when, and you know what is due.</p>
      ) : (
        <ol aria-label="Entries" className="divide-y divide-base-300 border-y border-base-300">
          {car.book.map((entry) => (
            <Entry key={entry._id} entry={entry} onRemove={() => remove(entry)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ entry, onRemove }: { entry: Service; onRemove: () => void }) {
  const { doneOn, fitted, part, odometer, note } = entry;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {part === null ? (
            fitted
          ) : (
            <PageLink to={shortPartPath(part)} className="link">
              {fitted}
            </PageLink>
          )}
        </p>
        <p className="text-sm">
          <time dateTime={doneOn}>{writeDate(doneOn)}</time>
          {odometer !== null && `, at ${formatCount(odometer)} km`}
        </p>
        {note !== "" && (
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {note}
          </p>
        )}
      </div>
      <button
        type="button"
        className="btn btn-outline btn-sm h-10 hover:text-error"
        aria-label={`Remove ${fitted}`}
        onClick={onRemove}
      >
        Remove
      </button>
    </li>
  );
}

const empty = { doneOn: "", fitted: "", odometer: "", note: "" };

function EntryForm({ car, onAdded }: { car: CarPage; onAdded: (page: CarPage) => void }) {
  const [inputs, setInputs] = useState(empty);
  const { run, isBusy, failure, errors } = useAction();
  const text = (name: keyof typeof empty) => ({
    value: inputs[name],
    error: errors[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) =>
      setInputs({ ...inputs, [name]: target.value }),
  });

  const add = () =>
    run(async () => {
      const { doneOn, fitted, odometer, note } = inputs;
      onAdded(await addService(car._id, { doneOn, fitted, note, odometer: readKm(odometer) }));
      setInputs(empty);
    });

  return (
    <form
      noValidate
      aria-label="New entry"
      className="grid gap-4 border border-base-300 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)_9rem]">
        <Field label="Day" type="date" {...text("doneOn")} />
        <Field
          label="Fitted or done"
          hint="A number of ours is linked to its part"
          maxLength={200}
          {...text("fitted")}
        />
        <Field label="At km" inputMode="numeric" maxLength={9} {...text("odometer")} />
      </div>
      <TextArea label="Note" rows={2} maxLength={2000} {...text("note")} />
      <FormError>{failure}</FormError>
      <button type="submit" className="btn btn-secondary justify-self-start" aria-busy={isBusy}>
        Add to the book
      </button>
    </form>
  );
}
