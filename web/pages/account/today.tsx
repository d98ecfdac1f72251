import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { overviewOf } from "#web/modules/overview/calls.ts";
import { TodaysFigures } from "#web/modules/overview/todays-figures.tsx";
import { LoadFailed } from "#web/ui/placeholder.tsx";

export function Today({ onReady }: { onReady: () => void }) {
  const { data, error, refetch } = useQuery(overviewOf("today"));
  const isKnown = data !== undefined || error !== null;
  // Before anything is painted.
  useLayoutEffect(() => {
    if (isKnown) onReady();
  }, [isKnown, onReady]);
  if (data) return <TodaysFigures overview={data} />;
  if (!error) return null;
  return (
    <div className="mb-8">
      <LoadFailed title="The figures could not be fetched" error={error} retry={refetch} />
    </div>
  );
}
