import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { usePerson } from "#web/modules/identity/person.ts";
import { RecentOrders, recentOrders } from "#web/modules/orders/recent-orders.tsx";
import { LoadFailed } from "#web/ui/placeholder.tsx";

export function LastOrders({ onReady }: { onReady: () => void }) {
  const { data, error, refetch } = useQuery(recentOrders(usePerson().email));
  const isKnown = data !== undefined || error !== null;
  // Before anything is painted.
  useLayoutEffect(() => {
    if (isKnown) onReady();
  }, [isKnown, onReady]);
  if (data) return <RecentOrders orders={data} />;
  if (!error) return null;
  return (
    <div className="mb-8">
      <LoadFailed title="Your last orders could not be fetched" error={error} retry={refetch} />
    </div>
  );
}
