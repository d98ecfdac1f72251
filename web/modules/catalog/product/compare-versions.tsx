import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PartType } from "#contract/catalog.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { timeAgo } from "../time-ago.ts";
import { describeField } from "./describe-field.ts";
import { changedFields, fieldLabels, type PartField, pickFields, toInputs } from "./part-inputs.ts";
import { factWords, findLatestChange } from "./product-calls.ts";
import type { PartForm } from "./use-part-form.ts";

type Side = "theirs" | "mine";
type Props = { form: PartForm; present: PartRecord; types: PartType[] };

export function CompareVersions({ form, present, types }: Props) {
  const { base, inputs, save, leaveConflict } = form;
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: latest } = useQuery({
    queryKey: ["audit", "latest", present._id, present.version],
    queryFn: () => findLatestChange(present._id),
  });
  const theirs = toInputs(present);
  const { data: facts = [] } = useQuery(factWords());
  const changedByThem = changedFields(theirs, toInputs(base));
  const changedByMe = changedFields(inputs, toInputs(base));
  const names = changedFields(theirs, inputs);
  const first = (name: PartField): Side | undefined => {
    if (!changedByMe.includes(name)) return "theirs";
    return changedByThem.includes(name) ? undefined : "mine";
  };
  const [chosen, setChosen] = useState(
    () => new Map<PartField, Side | undefined>(names.map((name) => [name, first(name)])),
  );
  const [isRefused, setRefused] = useState(false);
  const isOpen = names.some((name) => chosen.get(name) === undefined);

  useEffect(() => heading.current?.focus(), []);

  function confirm() {
    if (isOpen) return setRefused(true);
    const mine = names.filter((name) => chosen.get(name) === "mine");
    void save({ ...theirs, ...pickFields(inputs, mine) });
  }

  const who = latest?.who ?? "Somebody else";
  return (
    <section aria-labelledby="compare" className="grid gap-5">
      <div className="grid gap-1">
        <h3 ref={heading} id="compare" tabIndex={-1} className="text-lg font-bold outline-none">
          Somebody else changed this product meanwhile
        </h3>
        <p className="wrap-anywhere">
          {who} saved it{latest ? ` ${timeAgo(latest.at)}` : ""}. Choose for each field what it
          shall be.
        </p>
      </div>
      {names.length === 0 && (
        <Note title="Both versions are the same">
          <p>There is nothing left to save.</p>
        </Note>
      )}
      {names.map((name) => (
        <fieldset key={name} className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">{fieldLabels[name]}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(["theirs", "mine"] as const).map((side) => (
              <label
                key={side}
                className="relative grid cursor-pointer content-start gap-1 border border-base-content/50 p-3 has-checked:border-2 has-checked:border-base-content has-checked:bg-base-200 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
              >
                <span className="flex items-center gap-2 text-sm text-base-content/75">
                  <input
                    type="radio"
                    className="size-4 accent-base-content"
                    name={name}
                    checked={chosen.get(name) === side}
                    onChange={() => setChosen(new Map(chosen).set(name, side))}
                  />
                  {side === "theirs" ? "Saved now" : "Yours"}
                </span>
                <span className="font-medium wrap-anywhere whitespace-pre-line" dir="auto">
                  {describeField(side === "theirs" ? theirs : inputs, name, { types, facts })}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {isRefused && isOpen && (
        <p role="alert" className="font-medium text-error">
          Please choose one of both for each field.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-secondary" onClick={confirm}>
          Save these
        </button>
        <button type="button" className="btn btn-outline" onClick={leaveConflict}>
          Back to the form
        </button>
      </div>
    </section>
  );
}
