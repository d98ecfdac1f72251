import { CompareSlot } from "#web/modules/compare/compare-slot.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { RecentSlot } from "./recent-slot.tsx";

export function ListFoot({ withRecent }: { withRecent: boolean }) {
  return (
    <>
      {withRecent && <RecentSlot />}
      <div className="sticky bottom-0 z-20">
        <div className="wide">
          <Shelf />
        </div>
        <CompareSlot />
      </div>
    </>
  );
}
