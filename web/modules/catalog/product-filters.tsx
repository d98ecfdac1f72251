import { X } from "lucide-react";
import type { PartType } from "#contract/catalog.ts";
import type { ManagedView } from "#contract/part-edits.ts";
import { formatCount } from "#web/app/format.tsx";
import { RadioGroup, Select } from "#web/ui/choice.tsx";
import type { ListView } from "#web/ui/list/use-list-view.ts";
import { typeChoices } from "./product/type-choices.ts";
import { readFilters, viewNames } from "./product-view.ts";

type Props = {
  address: ListView<"q" | "sort" | "view" | "type">;
  counts: Record<ManagedView, number> | undefined;
  types: PartType[];
};

export function ProductFilters({ address: { view: params, change }, counts, types }: Props) {
  const { view, type } = readFilters(params);
  const named = Object.entries(viewNames).map(([name, text]) => [
    name,
    counts ? `${text} ${formatCount(counts[name as ManagedView])}` : text,
  ]);
  const chosen = types.find(({ slug }) => slug === type);
  return (
    <>
      <RadioGroup
        label="Show"
        choices={Object.fromEntries(named) as typeof viewNames}
        value={view}
        onChoose={(next) => change({ view: next === "all" ? "" : next })}
      />
      {types.length > 0 && (
        <div className="min-w-0 grow basis-40 md:max-w-56">
          <Select
            label="Type"
            choices={{ ...typeChoices(types), "": "Every type" }}
            value={type}
            onChoose={(slug) => change({ type: slug })}
          />
        </div>
      )}
      {chosen && (
        <button
          type="button"
          className="btn btn-secondary h-11"
          aria-label={`Type: ${chosen.name}, remove the filter`}
          onClick={() => change({ type: "" })}
        >
          Type: {chosen.name}
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </>
  );
}
