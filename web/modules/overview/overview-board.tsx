import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { AdminRole } from "#contract/fields.ts";
import { type Period, periods } from "#contract/overview.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { BestSellers } from "./best-sellers.tsx";
import { overviewOf } from "./calls.ts";
import { FigureTiles } from "./figure-tiles.tsx";
import { MissedSearches } from "./missed-searches.tsx";
import { MissedVehicles } from "./missed-vehicles.tsx";
import { PaidPerDay } from "./paid-per-day.tsx";
import { ToDoList } from "./to-do-list.tsx";

const periodNames: Record<Period, string> = { today: "Today", week: "7 days", month: "30 days" };
const usual: Period = "month";

export function PeriodChoice() {
  const [period, choose] = usePeriod();
  return <RadioGroup label="Period" choices={periodNames} value={period} onChoose={choose} />;
}

/** What follows comes after it, so that nothing moves. */
type Props = { role: AdminRole | undefined; children: ReactNode };

export function OverviewBoard({ role, children }: Props) {
  const [period] = usePeriod();
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewOf(period));
  if (!data) {
    if (!error) return <InlineLoading />;
    return (
      <>
        <LoadFailed title="The overview could not be fetched" error={error} retry={refetch} />
        {children}
      </>
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : ""}>
      <FigureTiles overview={data} period={period} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-2">
        <ToDoList toDo={data.toDo} role={role} />
        <div className="grid content-start gap-8">
          <PaidPerDay paidPerDay={data.paidPerDay} />
          <BestSellers sellers={data.bestSellers} />
          <MissedSearches missed={data.missed} />
          <MissedVehicles missed={data.missedVehicles} />
        </div>
      </div>
      {children}
    </div>
  );
}

function usePeriod(): [Period, (period: Period) => void] {
  const [params, setParams] = useSearchParams();
  const period = periods.find((each) => each === params.get("period")) ?? usual;
  const choose = (chosen: Period) =>
    setParams(chosen === usual ? {} : { period: chosen }, {
      preventScrollReset: true,
      flushSync: true,
    });
  return [period, choose];
}
