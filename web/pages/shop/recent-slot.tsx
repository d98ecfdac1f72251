import { useKeptList } from "#web/app/kept-list.ts";
import { recentParts } from "#web/modules/recent/recent-parts.ts";
import { Deferred } from "#web/ui/placeholder.tsx";

const loadRecent = async () => (await import("./recently-viewed.tsx")).RecentlyViewed;

/** Its code is loaded only where a part was viewed. If that fails, the page does without it. */
export function RecentSlot({ except }: { except?: string }) {
  const ids = useKeptList(recentParts);
  if (ids.every((id) => id === except)) return null;
  return <Deferred load={loadRecent} props={{ except }} />;
}
