import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Lacking } from "#contract/repairs.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { jobPath } from "#web/app/paths.ts";
import { useOwnVehicle } from "../own-vehicle.ts";
import { type BasketPart, repairCheck } from "./calls.ts";
import { needNames } from "./job-needs.tsx";

type Props = { lines: BasketPart[]; onAdd: (line: BasketPart) => Promise<unknown> };

export function BasketJobs({ lines, onAdd }: Props) {
  const car = useOwnVehicle();
  const [dismissed, setDismissed] = useState(readDismissed);
  const { data = [] } = useQuery({
    ...repairCheck(car ?? { id: 0, known: [] }, lines),
    enabled: car !== undefined && lines.length > 0,
    placeholderData: keepPreviousData,
  });
  const jobs = car && lines.length > 0 ? data.filter(({ slug }) => !dismissed.includes(slug)) : [];

  function dismiss(slug: string) {
    const all = [...dismissed, slug];
    setDismissed(all);
    try {
      sessionStorage.setItem(key, JSON.stringify(all));
    } catch {}
  }

  return jobs.map(({ slug, name, lacks }) => (
    <details key={slug} className="border border-base-300">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-4 py-2 font-semibold">
        {name}: {lacks.length === 1 ? "1 thing" : `${lacks.length} things`} more to think of
      </summary>
      <div className="grid gap-3 px-4 pb-4">
        <ul className="divide-y divide-base-300">
          {lacks.map((lacking) => (
            <Lack
              key={`${lacking.type.slug} ${lacking.position}`}
              lacking={lacking}
              onAdd={onAdd}
            />
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button
            type="button"
            className="btn btn-outline"
            aria-label={`Not now: ${name}`}
            onClick={() => dismiss(slug)}
          >
            Not now
          </button>
          <PageLink to={jobPath(slug)} className="link inline-flex min-h-11 items-center">
            See the whole job
          </PageLink>
        </div>
      </div>
    </details>
  ));
}

type LackProps = { lacking: Lacking; onAdd: Props["onAdd"] };

function Lack({ lacking: { type, need, why, position, has, pieces, add }, onAdd }: LackProps) {
  const place = position === null ? "" : `, ${position.toLowerCase()}`;
  const count =
    pieces === null ? "" : ` ${pieces} needed${has > 0 ? `, ${has} in your basket` : ""}.`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p className="min-w-0 grow basis-60">
        <span className="font-semibold wrap-anywhere">
          {type.name}
          {place}
        </span>{" "}
        <span className="text-sm">
          {needNames[need]}. {why}
          {count}
        </span>
      </p>
      {add && (
        <button
          type="button"
          className="btn btn-outline"
          aria-label={`Add ${add.number} ${add.name}`}
          onClick={() => void onAdd({ part: add.part, quantity: add.quantity })}
        >
          Add <span className="font-mono">{add.number}</span>
        </button>
      )}
    </li>
  );
}

/** Until the browser is closed. */
const key = "jobs-not-now";

function readDismissed(): string[] {
  try {
    const value = JSON.parse(sessionStorage.getItem(key) ?? "[]") as unknown;
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}
