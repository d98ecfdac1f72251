import { useQuery } from "@tanstack/react-query";
import { mostCounted, type WaitingWork } from "#contract/overview.ts";
import { formatCount } from "#web/app/format.tsx";
import { waitingWork } from "./calls.ts";

export function MenuCount({ of }: { of: readonly (keyof WaitingWork)[] }) {
  const { data } = useQuery(waitingWork());
  const count = of.reduce((sum, name) => sum + (data?.[name] ?? 0), 0);
  if (count === 0) return null;
  return (
    <span className="ms-auto min-w-6 bg-base-content px-1.5 text-center text-xs leading-5 font-semibold text-base-100 tabular-nums">
      <span className="sr-only">, waiting: </span>
      {count < mostCounted ? formatCount(count) : `${formatCount(mostCounted)}+`}
    </span>
  );
}
