import { orderMoments } from "#contract/orders.ts";
import { fulfilmentNames, paymentNames } from "#contract/rules/order-states.ts";
import { isDay } from "#web/app/day.ts";
import { DayField } from "#web/app/day-field.tsx";
import { Select } from "#web/ui/choice.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListView } from "#web/ui/list/use-list-view.ts";
import { type BoardView, momentNames } from "./board-view.ts";
import { usePersonName } from "./use-person-name.ts";

const choices = { payment: paymentNames, fulfilment: fulfilmentNames, by: momentNames };
const names = {
  payment: "Payment",
  fulfilment: "Delivery",
  by: "Days",
} as const;

type Props = { address: ListView<keyof BoardView> };

export function BoardFilters({ address: { view, change } }: Props) {
  const person = usePersonName(view.person);
  const chosen = (name: keyof typeof choices) =>
    [names[name], choiceOf(choices[name], view[name])] as const;
  const isReversed = isDay(view.from) && isDay(view.to) && view.to < view.from;
  return (
    <FilterMenu
      chips={{
        person: ["Placed by", view.person && person],
        payment: chosen("payment"),
        fulfilment: chosen("fulfilment"),
        by: chosen("by"),
        from: ["From", isDay(view.from) && view.from],
        to: ["To", isDay(view.to) && view.to],
      }}
      clear={(filter) => change({ [filter]: "" })}
    >
      {(["payment", "fulfilment"] as const).map((name) => (
        <Select
          key={name}
          label={names[name]}
          choices={{ "": "All", ...choices[name] }}
          value={choiceOf(choices[name], view[name]) ? view[name] : ""}
          onChoose={(chosen) => change({ [name]: chosen })}
        />
      ))}
      <Select
        label={names.by}
        choices={momentNames}
        value={orderMoments.find((each) => each === view.by) ?? "ordered"}
        onChoose={(chosen) => change({ by: chosen === "ordered" ? "" : chosen })}
      />
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
