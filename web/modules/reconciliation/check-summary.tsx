import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { ReconciliationReport } from "#contract/reconciliation.ts";
import { DateTime } from "#web/app/format.tsx";

const oldAfterMs = 5 * 60_000;

type Props = {
  report: ReconciliationReport | null;
  lastFull: string | null;
  now: number;
  children: ReactNode;
};

export function CheckSummary({ report, lastFull, now, children }: Props) {
  const { title, Icon, look } = summarize(report);
  const isOld = report !== null && now - Date.parse(report.at) > oldAfterMs;
  return (
    <div className="mb-8 border border-base-300 bg-base-200 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="flex grow basis-80 gap-4">
          <Icon className={`mt-0.5 size-7 shrink-0 ${look}`} aria-hidden="true" />
          <div>
            <p role="status" className="font-display text-xl font-bold">
              {title}
            </p>
            <p className="mt-1 max-w-prose text-base-content/80">
              {report ? (
                <>
                  Checked <DateTime time={report.at} />,{" "}
                  {report.full ? "everything" : "recent changes"}.{" "}
                  {!report.full && lastFull && (
                    <>
                      Everything was last compared <DateTime time={lastFull} />.
                    </>
                  )}
                </>
              ) : (
                "The first check runs one minute after the shop starts."
              )}
            </p>
          </div>
        </div>
        {children}
      </div>
      {isOld && (
        <p role="alert" className="mt-4 font-medium text-error">
          That is long ago: a check should run every minute. Look at the shop's log, then restart
          the shop.
        </p>
      )}
    </div>
  );
}

function summarize(report: ReconciliationReport | null) {
  if (!report) return { title: "Not checked yet", Icon: CircleDashed, look: "" };
  const count = report.differences.length;
  if (count === 0) return { title: "Everything balances", Icon: CircleCheck, look: "text-success" };
  const title = count === 1 ? "1 difference" : `${count} differences`;
  return { title, Icon: CircleAlert, look: "text-error" };
}
