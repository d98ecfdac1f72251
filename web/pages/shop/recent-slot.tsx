import { lazy, Suspense } from "react";
import { useKeptList } from "#web/app/kept-list.ts";
import { recentParts } from "#web/modules/recent/recent-parts.ts";

const RecentlyViewed = lazy(async () => ({
  default: (await import("./recently-viewed.tsx")).RecentlyViewed,
}));

/** Loads nothing where nothing was viewed. */
export function RecentSlot({ except }: { except?: string }) {
  const ids = useKeptList(recentParts);
  if (ids.every((id) => id === except)) return null;
  return (
    <Suspense>
      <RecentlyViewed except={except} />
    </Suspense>
  );
}
