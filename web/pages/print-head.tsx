import { useHydrated } from "#web/hydrated.ts";
import { showDay } from "#web/reader.ts";
import { useShopName } from "#web/shop-name.ts";
import { Mark } from "./wordmark.tsx";

/** On paper only: from whom it is, and of when. */
export function PrintHead() {
  const shopName = useShopName();
  const hydrated = useHydrated();
  return (
    <div className="hidden items-center justify-between gap-8 border-b-2 border-current pb-3 print:mb-6 print:flex">
      <p className="flex items-center gap-2 font-display text-lg font-bold">
        <Mark />
        {shopName}
      </p>
      <p>{hydrated && showDay(new Date().toISOString())}</p>
    </div>
  );
}
