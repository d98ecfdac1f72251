import { ListFilter, X } from "lucide-react";
import { type ReactNode, useId } from "react";

export type FilterChip = { name: string; value: string; clear: () => void };

type Props = {
  chips: readonly FilterChip[];
  children: ReactNode;
};

export function FilterMenu({ chips, children }: Props) {
  const id = useId();
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
      {chips.length > 0 && (
        <ul aria-label="Filters" className="order-last flex basis-full flex-wrap gap-2">
          {chips.map(({ name, value, clear }) => (
            <li key={name} className="min-w-0">
              <button
                type="button"
                className="btn btn-secondary h-auto min-h-10 py-1 text-start wrap-anywhere"
                aria-label={`${name}: ${value}, remove the filter`}
                onClick={clear}
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
