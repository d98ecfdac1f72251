import type { GonePart } from "#web/modules/catalog/calls.ts";
import { PartSuccessors } from "#web/modules/catalog/part-details.tsx";

export function ReplacedBy({ successors }: GonePart) {
  if (successors.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h2 className="font-bold">It was replaced by</h2>
      <PartSuccessors successors={successors} />
    </div>
  );
}
