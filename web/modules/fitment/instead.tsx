import { useQuery } from "@tanstack/react-query";
import { formatDollars } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { insteadOf } from "./answer-calls.ts";
import type { OwnVehicle } from "./own-vehicle.ts";
import { VerdictMark } from "./verdict-look.tsx";

export function Instead({ car, part }: { car: OwnVehicle; part: string }) {
  const { data } = useQuery(insteadOf(part, car));
  if (!data || data.parts.length === 0) return null;
  const { items, parts, facts, positions } = data;
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">For your {car.model.name} instead</h3>
      <ul className="divide-y divide-base-content/20">
        {parts.map((other) => (
          <li key={other._id} className="flex flex-wrap items-center gap-x-3 py-1">
            <PageLink to={partPath(other)} className="link min-h-11 min-w-0 grow basis-52 py-1">
              <span className="block font-mono text-sm">{other.number}</span>
              <span dir="auto" className="wrap-anywhere">
                {other.name}
              </span>
            </PageLink>
            <VerdictMark
              on={{
                facts,
                positions,
                verdict: items.find((item) => item.part === other._id)?.verdict,
              }}
            />
            <span className="font-bold whitespace-nowrap">${formatDollars(other.price)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
