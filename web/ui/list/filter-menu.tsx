import { ListFilter, X } from "lucide-react";
import { type ReactNode, useId } from "react";

type Chip = readonly [name: string, value: string | false | undefined];

type Props<Filter extends string> = {
  /** By the name of the parameter in the URL. A filter without a value is not set. */
  chips: Partial<Record<Filter, Chip>>;
  clear: (filter: Filter) => void;
  children: ReactNode;
};

export function FilterMenu<Filter extends string>({ chips, clear, children }: Props<Filter>) {
  const id = useId();
  const isSet = (chip: [string, Chip]) => Boolean(chip[1][1]);
  const shown = Object.entries<Chip>(chips as Record<Filter, Chip>).filter(isSet);
  return (
    <>
      <button
        type="button"
        className="btn btn-outline h-11 border-base-content/50"
        popoverTarget={id}
      >
        <ListFilter className="size-4" aria-hidden="true" />
        Filter
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Filter"
        className="m-auto w-[calc(100%-2rem)] max-w-md border border-base-content bg-base-100 p-4 text-base-content shadow-lg"
      >
        <div className="grid gap-4">
          {children}
          <button
            type="button"
            className="btn btn-secondary justify-self-start"
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            Done
          </button>
        </div>
      </div>
      {shown.length > 0 && (
        <ul aria-label="Filters" className="order-last flex basis-full flex-wrap gap-2">
          {shown.map(([filter, [name, value]]) => (
            <li key={filter} className="min-w-0">
              <button
                type="button"
                className="btn btn-secondary h-auto min-h-10 py-1 text-start wrap-anywhere"
                aria-label={`${name}: ${value}, remove the filter`}
                onClick={() => clear(filter as Filter)}
              >
                {name}: {value}
                <X className="size-4 shrink-0" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
