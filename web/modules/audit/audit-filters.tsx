import { useQuery } from "@tanstack/react-query";
import { auditActions } from "#contract/audit.ts";
import { thingKinds } from "#contract/things.ts";
import { DayField } from "#web/app/day-field.tsx";
import { Select } from "#web/ui/choice.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListView } from "#web/ui/list/use-list-view.ts";
import type { AuditView } from "./audit-view.ts";
import { auditPeople } from "./calls.ts";

type Filter = "by" | "action" | "thing" | "from" | "to";
const filterNames: Record<Filter, string> = {
  by: "Person",
  action: "Action",
  thing: "About",
  from: "From",
  to: "To",
};

const titles = Object.fromEntries(
  Object.entries(auditActions).map(([action, { title }]) => [action, title]),
);

type Props = {
  address: ListView<keyof AuditView>;
  /** What the list is about, where it is about one thing only. */
  only: string | undefined;
};

export function AuditFilters({ address: { view, change }, only }: Props) {
  const { data: people = [] } = useQuery(auditPeople());
  const choices: Record<"by" | "action" | "thing", Record<string, string>> = {
    by: Object.fromEntries(people.map(({ _id, name }) => [_id, name])),
    action: titles,
    thing: thingKinds,
  };
  const chip = (name: Filter) => {
    const value = view[name];
    const written = name === "from" || name === "to" ? value : choices[name][value];
    return [filterNames[name], value && (written ?? "someone else")] as const;
  };
  return (
    <FilterMenu
      chips={{
        by: chip("by"),
        action: chip("action"),
        thing: chip("thing"),
        from: chip("from"),
        to: chip("to"),
        of: ["Only", view.of && "one change of many"],
        about: ["Only", view.about && (only ?? "one thing")],
      }}
      clear={(filter) => change({ [filter]: "" })}
    >
      {(["by", "action", "thing"] as const).map((name) => (
        <Select
          key={name}
          label={filterNames[name]}
          choices={{ "": "All", ...choices[name] }}
          value={view[name]}
          onChoose={(chosen) => change({ [name]: chosen })}
        />
      ))}
      <div className="grid grid-cols-2 gap-4">
        <DayField label="From" value={view.from} onChange={(from) => change({ from })} />
        <DayField label="To" value={view.to} onChange={(to) => change({ to })} />
      </div>
    </FilterMenu>
  );
}
