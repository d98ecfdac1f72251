import type { ReactNode } from "react";
import type { Selection } from "./use-selection.ts";

type Props = {
  selection: Selection;
  selectAll: string;
  text: string;
  children: ReactNode;
};

export function BulkBar({ selection, selectAll, text, children }: Props) {
  return (
    <section
      aria-label="Selected rows"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-neutral-content/40 bg-neutral px-4 py-2 text-neutral-content"
    >
      <p className="flex flex-wrap items-center gap-x-4">
        <strong role="status">{text}</strong>
        {selection.chosen !== "all" && (
          <BulkButton isPlain onClick={selection.chooseAll}>
            {selectAll}
          </BulkButton>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {children}
        <BulkButton onClick={selection.clear}>Clear</BulkButton>
      </div>
    </section>
  );
}

type ButtonProps = { isPlain?: boolean; onClick: () => void; children: ReactNode };

export function BulkButton({ isPlain = false, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={`min-h-11 cursor-pointer px-3 font-semibold ${isPlain ? "underline underline-offset-4" : "border border-neutral-content/60"}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
