import { Download } from "lucide-react";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { useDebouncedInput } from "#web/ui/use-debounced-input.ts";
import { type OwnFilters, ownFilePath } from "./calls.ts";

const ownStates = {
  "": "All",
  unpaid: "Unpaid",
  "to-ship": "To be sent",
  shipped: "On its way or delivered",
} as const;
type OwnState = keyof typeof ownStates;

type Props = {
  filters: OwnFilters;
  change: (filters: OwnFilters, options?: { replace: boolean }) => void;
};

export function OwnOrderTools({ filters, change }: Props) {
  const { q = "", state = "" } = filters;
  const search = useDebouncedInput(q, (q) => change({ ...filters, q }, { replace: true }));
  return (
    <search aria-label="My orders" className="mb-5 flex flex-wrap items-end gap-3 print:hidden">
      <div className="grow basis-60 md:max-w-md">
        <Field
          label="Search by order number, part or reference"
          type="search"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={search.text}
          onChange={({ target }) => search.setText(target.value)}
        />
      </div>
      <div className="grow basis-40 sm:grow-0">
        <Select
          label="Show"
          choices={ownStates}
          value={state as OwnState}
          onChoose={(state) => change({ ...filters, state: state || undefined })}
        />
      </div>
      <a
        href={ownFilePath(filters)}
        download
        className="btn btn-outline h-11 border-base-content/50"
      >
        <Download className="size-4" aria-hidden="true" />
        CSV
      </a>
    </search>
  );
}
