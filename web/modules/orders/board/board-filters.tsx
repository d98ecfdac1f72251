import { isDay } from "#web/app/day.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { type FilterChip, FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListView } from "#web/ui/list/use-list-view.ts";
import { useDebouncedInput } from "#web/ui/use-debounced-input.ts";
import { type BoardView, fulfilmentNames, paymentNames } from "./board-view.ts";

const choices = { payment: paymentNames, fulfilment: fulfilmentNames };
const names = { payment: "Payment", fulfilment: "Delivery", from: "From", to: "To" } as const;
type Filter = keyof typeof names;

type Props = { address: ListView<keyof BoardView> };

export function BoardFilters({ address: { view, change } }: Props) {
  const chips = (Object.keys(names) as Filter[]).flatMap((name): FilterChip[] => {
    const value = view[name];
    const isOfDay = name === "from" || name === "to";
    const written = isOfDay ? isDay(value) && value : choiceOf(choices[name], value);
    if (!written) return [];
    return [{ name: names[name], value: written, clear: () => change({ [name]: "" }) }];
  });
  const isReversed = isDay(view.from) && isDay(view.to) && view.to < view.from;
  return (
    <FilterMenu chips={chips}>
      {(["payment", "fulfilment"] as const).map((name) => (
        <Select
          key={name}
          label={names[name]}
          choices={{ "": "All", ...choices[name] }}
          value={choiceOf(choices[name], view[name]) ? view[name] : ""}
          onChoose={(chosen) => change({ [name]: chosen })}
        />
      ))}
      <div className="grid grid-cols-2 gap-4">
        <DayField label="From" value={view.from} onChange={(from) => change({ from })} />
        <DayField
          label="To"
          value={view.to}
          error={isReversed ? "Lies before From" : undefined}
          onChange={(to) => change({ to })}
        />
      </div>
    </FilterMenu>
  );
}

const choiceOf = (all: Record<string, string>, value: string) =>
  Object.hasOwn(all, value) ? all[value] : undefined;

type DayProps = {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (day: string) => void;
};

function DayField({ label, value, error, onChange }: DayProps) {
  const { text, setText } = useDebouncedInput(
    value,
    (day) => (isDay(day) || day === "") && onChange(day),
  );
  return (
    <Field
      label={label}
      type="date"
      error={error}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
