import { useEffect } from "react";
import { CompareSlot } from "#web/modules/compare/compare-slot.tsx";
import { noteViewed } from "#web/modules/recent/recent-parts.ts";
import { RecentSlot } from "./recent-slot.tsx";

export function PartFoot({ id }: { id: string }) {
  useEffect(() => noteViewed(id), [id]);
  return (
    <>
      <RecentSlot except={id} />
      <CompareSlot />
    </>
  );
}
