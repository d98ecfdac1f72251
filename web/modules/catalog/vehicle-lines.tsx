import type { ListedVehicles } from "#contract/catalog.ts";

export function VehicleLines({ lines }: { lines: ListedVehicles["lines"] }) {
  return (
    <ul className="divide-y divide-base-300 border-b border-base-300">
      {lines.map(({ name, years, only }) => (
        <li key={name + years + only} className="py-2">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span>{years}</span>
          </span>
          {only !== "" && (
            <span className="block text-sm wrap-anywhere text-base-content/75">{only}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
