import { CompareSlot } from "#web/modules/compare/compare-slot.tsx";
import { RecentSlot } from "./recent-slot.tsx";

export function ListFoot({ withRecent }: { withRecent: boolean }) {
  return (
    <>
      {withRecent && <RecentSlot />}
      <CompareSlot />
    </>
  );
}
