import type { Need, RepairLine, Scope } from "#contract/repairs.ts";

export const needNames: Record<Need, string> = {
  always: "Always",
  advised: "Advised",
  check: "Look whether it is worn",
};

export const scopeNames: Record<Scope, string> = {
  axle: "for the whole axle",
  wheel: "for each wheel",
  side: "for one side",
  vehicle: "for the car",
};

const looks: Record<Need, string> = {
  always: "bg-secondary text-secondary-content",
  advised: "border border-base-content/50",
  check: "border border-dashed border-base-content/50",
};

export function JobLine({ line: { type, scope, need, why } }: { line: RepairLine }) {
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
        <span className="wrap-anywhere">{type.name}</span>
        <span className={`px-2 py-0.5 text-sm font-semibold ${looks[need]}`}>
          {needNames[need]}
        </span>
      </h2>
      <p className="text-sm text-base-content/80">
        {why} <span className="whitespace-nowrap">({scopeNames[scope]})</span>
      </p>
    </>
  );
}
