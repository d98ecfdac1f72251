import { type ReviewView, reviewViews } from "#contract/reviews.ts";
import { isDay } from "#web/app/day.ts";
import { DayField } from "#web/app/day-field.tsx";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListView } from "#web/ui/list/use-list-view.ts";
import { useDebouncedInput } from "#web/ui/use-debounced-input.ts";

const viewNames: Record<ReviewView, string> = {
  check: "Reported or waiting",
  new: "New, not looked at",
  shown: "Shown",
  hidden: "Hidden",
  unanswered: "Without an answer",
  low: "At most two stars",
};

type Props = { address: ListView<"view" | "part" | "from" | "to"> };

export function ReviewFilters({ address: { view, change } }: Props) {
  const shown = reviewViews.find((each) => each === view.view);
  const part = useDebouncedInput(view.part, (number) => change({ part: number.trim() }));
  return (
    <FilterMenu
      chips={{
        view: ["Show", shown && viewNames[shown]],
        part: ["Part", view.part],
        from: ["From", isDay(view.from) && view.from],
        to: ["To", isDay(view.to) && view.to],
      }}
      clear={(filter) => change({ [filter]: "" })}
    >
      <Select
        label="Show"
        choices={{ "": "All", ...viewNames }}
        value={shown ?? ""}
        onChoose={(next) => change({ view: next })}
      />
      <Field
        label="Number of the part"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={part.text}
        onChange={({ target }) => part.setText(target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        <DayField label="Written from" value={view.from} onChange={(from) => change({ from })} />
        <DayField label="Written to" value={view.to} onChange={(to) => change({ to })} />
      </div>
    </FilterMenu>
  );
}
