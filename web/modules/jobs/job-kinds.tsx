import { useId } from "react";
import type { JobKindState } from "#contract/jobs.ts";
import { DateTime, formatCount } from "#web/app/format.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";

const columns = ["Job", "Waiting", "Running", "Failed", "Last run", "Next run"] as const;
const figures = columns.slice(1, 4);

export function JobKinds({ kinds }: { kinds: JobKindState[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 text-lg font-bold">
        All jobs
      </h3>
      <Table label="All jobs" columns={columns} figures={figures} dense>
        {kinds.map(({ kind, title, waiting, running, failed, lastRun, nextRun }) => (
          <Row key={kind} className="grid-cols-3 text-sm">
            <Cell className="col-span-3 font-semibold">{title}</Cell>
            <Count label="Waiting" count={waiting} />
            <Count label="Running" count={running} />
            <Count label="Failed" count={failed} className={failed > 0 ? "text-error" : ""} />
            <Time label="Last run" time={lastRun} />
            <Time label="Next run" time={nextRun} />
          </Row>
        ))}
      </Table>
    </section>
  );
}

type CountProps = { label: string; count: number; className?: string };

function Count({ label, count, className = "" }: CountProps) {
  return (
    <Cell label={label} className={`tabular-nums md:text-end ${className}`}>
      {formatCount(count)}
    </Cell>
  );
}

function Time({ label, time }: { label: string; time: string | null }) {
  return (
    <Cell label={label} className="col-span-3">
      {time ? <DateTime time={time} /> : "–"}
    </Cell>
  );
}
