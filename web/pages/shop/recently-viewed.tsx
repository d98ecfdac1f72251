import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useKeptList } from "#web/app/kept-list.ts";
import { maxRecent, recentParts } from "#web/modules/recent/recent-parts.ts";
import { chosenParts } from "#web/modules/search/calls.ts";
import { PartStrip } from "#web/modules/search/part-strip.tsx";
import { Add } from "./basket-actions.tsx";

type Props = { except?: string | undefined };

export function RecentlyViewed({ except }: Props) {
  const ids = useKeptList(recentParts)
    .filter((id) => id !== except)
    .slice(0, maxRecent);
  const { data } = useQuery({
    ...chosenParts(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const parts = data?.items.filter(({ _id }) => ids.includes(_id)) ?? [];
  if (parts.length === 0) return null;

  function clear() {
    recentParts.write([]);
    // The button is gone.
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  return (
    <section aria-labelledby="recently-viewed" className="wide pb-12 print:hidden">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="recently-viewed" className="text-lg font-bold">
          Recently viewed
        </h2>
        <button type="button" className="btn btn-ghost btn-sm" onClick={clear}>
          Clear<span className="sr-only"> the parts that you viewed</span>
        </button>
      </div>
      <PartStrip parts={parts} add={(part) => <Add part={part} />} />
    </section>
  );
}
