import { useEffect } from "react";
import { CompareSlot } from "#web/modules/compare/compare-slot.tsx";
import { noteViewed } from "#web/modules/recent/recent-parts.ts";
import { Shelf } from "#web/ui/shelf.tsx";
import { RecentSlot } from "./recent-slot.tsx";

export function PartFoot({ id }: { id: string }) {
  useEffect(() => noteViewed(id), [id]);
  return (
    <>
      <RecentSlot except={id} />
      <div className="sticky bottom-0 z-20">
        <div className="wide">
          <Shelf />
        </div>
        <CompareSlot />
      </div>
    </>
  );
}
