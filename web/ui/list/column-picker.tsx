import { Columns3 } from "lucide-react";
import { useId } from "react";
import type { ColumnChoice } from "./use-columns.ts";

export function ColumnPicker({ choice: { shownByName, toggle } }: { choice: ColumnChoice }) {
  const id = useId();
  if (shownByName.size === 0) return null;
  return (
    <div className="relative max-md:hidden">
      <button
        type="button"
        className="btn btn-outline h-11 border-base-content/50"
        popoverTarget={id}
      >
        <Columns3 className="size-4" aria-hidden="true" />
        Columns
      </button>
      <fieldset
        id={id}
        popover="auto"
        className="m-auto min-w-56 border border-base-content bg-base-100 p-4 text-base-content shadow-lg"
      >
        <legend className="sr-only">Columns</legend>
        {[...shownByName].map(([name, isShown]) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-4 accent-base-content"
              checked={isShown}
              onChange={() => toggle(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
