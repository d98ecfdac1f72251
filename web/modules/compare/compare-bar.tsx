import { X } from "lucide-react";
import { useEffect } from "react";
import { useKeptList } from "#web/app/kept-list.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { comparePath } from "#web/app/paths.ts";
import { comparedNumbers, toggleCompared } from "./compare-list.ts";

export function CompareBar() {
  const numbers = useKeptList(comparedNumbers);
  const isShown = numbers.length > 0;

  // What has the focus scrolls above the bar.
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = isShown ? "8rem" : "";
    return () => {
      style.scrollPaddingBottom = "";
    };
  }, [isShown]);

  if (!isShown) return null;
  return (
    <section
      aria-label="Parts to compare"
      className="sticky bottom-0 z-20 border-t border-base-content/80 bg-base-100 print:hidden"
    >
      <div className="wide flex flex-wrap items-center gap-x-4 gap-y-2 py-2 md:flex-nowrap">
        <ul className="flex min-w-0 grow gap-2 -ms-1 overflow-x-auto p-1 max-md:w-full">
          {numbers.map((number) => (
            <li key={number} className="shrink-0">
              <button
                type="button"
                className="btn btn-sm btn-outline max-w-full font-mono font-normal"
                aria-label={`Do not compare ${number}`}
                onClick={() => toggleCompared(number)}
              >
                <span className="truncate">{number}</span>
                <X className="size-4 shrink-0" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        {numbers.length > 1 ? (
          <PageLink to={comparePath(numbers)} className="btn btn-secondary shrink-0">
            Compare {numbers.length} parts
          </PageLink>
        ) : (
          <p className="text-sm">Choose another part to compare it with.</p>
        )}
        <button type="button" className="btn btn-ghost" onClick={() => comparedNumbers.write([])}>
          Clear<span className="sr-only"> the comparison</span>
        </button>
      </div>
    </section>
  );
}
