import { Link } from "react-router";
import { isDay } from "#web/app/day.ts";
import { RadioGroup, Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { useDebouncedInput } from "#web/ui/use-debounced-input.ts";
import {
  hasFilters,
  sortChoices,
  stateChoices,
  toSearch,
  useOrderView,
  withoutFilters,
} from "./order-view.ts";

export function OrderFilters() {
  const { view, change } = useOrderView();
  // Typing replaces the history entry, so Back leaves the search at once.
  const search = useDebouncedInput(view.q, (q) =>
    change({ q }, { replace: view.q !== "" && q !== "" }),
  );
  const from = useDebouncedInput(view.from, (day) => (isDay(day) || !day) && change({ from: day }));
  const to = useDebouncedInput(view.to, (day) => (isDay(day) || !day) && change({ to: day }));
  const isReversed = view.from && view.to && view.to < view.from;

  return (
    <search aria-label="Orders" className="mb-6 grid gap-4">
      <div className="grid gap-4 min-[22.5rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-[1fr_9.5rem_9.5rem_11rem]">
        <div className="col-span-full xl:col-span-1">
          <Field
            label="Search by order number, name, e-mail, product or order id"
            type="search"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={search.text}
            onChange={(event) => search.setText(event.target.value)}
          />
        </div>
        <Field
          label="From"
          type="date"
          value={from.text}
          onChange={(event) => from.setText(event.target.value)}
        />
        <Field
          label="To"
          type="date"
          error={isReversed ? "Lies before From" : undefined}
          value={to.text}
          onChange={(event) => to.setText(event.target.value)}
        />
        <div className="min-[22.5rem]:col-span-2 md:col-span-1">
          <Select
            label="Sort by"
            choices={sortChoices}
            value={view.sort}
            onChoose={(sort) => change({ sort })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <RadioGroup
          label="State"
          choices={stateChoices}
          value={view.state}
          onChoose={(state) => change({ state })}
        />
        {hasFilters(view) && <ClearFilters />}
      </div>
    </search>
  );
}

export function ClearFilters({ className = "link inline-flex min-h-11 items-center" }) {
  const { view } = useOrderView();
  return (
    <Link to={{ search: toSearch(withoutFilters(view)) }} preventScrollReset className={className}>
      Clear filters
    </Link>
  );
}
