import type { PlannedLine, PlanOption, RepairPlan } from "#contract/repairs.ts";
import { formatDollars } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import { PageLink } from "#web/app/page-link.tsx";

export type Choice = { isOn: boolean; part: string };

type Part = RepairPlan["parts"][number];
type Props = {
  name: string;
  slot: PlannedLine["slots"][number];
  option: PlanOption | undefined;
  isOn: boolean;
  partOf: (id: string) => Part | undefined;
  onChange: (choice: Choice) => void;
};

export function JobSlot({ name, slot, option, isOn, partOf, onChange }: Props) {
  const part = option && partOf(option.part);
  if (!part) return null;
  const { quantity, why } = orderableQuantity(option.units, part);
  const label = [name, slot.position].filter(Boolean).join(", ");
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3">
      <label className="-m-2 flex size-11 cursor-pointer items-center justify-center">
        <span className="sr-only">Buy {label}</span>
        <input
          type="checkbox"
          className="size-5 accent-base-content"
          checked={isOn}
          disabled={quantity === 0}
          onChange={({ target }) => onChange({ isOn: target.checked, part: part._id })}
        />
      </label>
      <div className="min-w-0">
        {slot.options.length > 1 ? (
          <select
            aria-label={`Which part for ${label}`}
            className="select h-11 w-full border-base-content/50 bg-base-100 text-base"
            value={part._id}
            onChange={({ target }) => onChange({ isOn, part: target.value })}
          >
            {slot.options.map((each) => (
              <option key={each.part} value={each.part}>
                {describePart(partOf(each.part))}
              </option>
            ))}
          </select>
        ) : (
          <PageLink
            to={partPath(part)}
            className="link inline-flex min-h-11 flex-wrap content-center items-center gap-x-2"
          >
            <span className="font-mono text-sm whitespace-nowrap">{part.number}</span>
            <bdi className="wrap-anywhere">{part.name}</bdi>
          </PageLink>
        )}
        <p className="text-sm text-base-content/80">
          {describeNeed(option, slot.position)}{" "}
          {quantity === 0 || quantity > option.units ? why : ""}
        </p>
      </div>
      <p className="pt-2 text-end font-bold whitespace-nowrap">
        {quantity > 0 ? `${quantity} × $${formatDollars(part.price)}` : "–"}
      </p>
    </div>
  );
}

const describePart = (part: Part | undefined) =>
  part ? `${part.number} ${part.name}, $${formatDollars(part.price)}` : "";

function describeNeed({ pieces, isLess, units, packOf }: PlanOption, position: string | null) {
  const place = position === null ? "" : `${position}: `;
  if (pieces === null) return `${place}the catalogue does not say how many.`;
  const less = isLess ? ", or fewer: look at your car" : "";
  if (packOf === 1) return `${place}${pieces} needed${less}.`;
  const over = units * packOf - pieces;
  const rest = over > 0 ? `, ${over} more than needed` : "";
  return `${place}${pieces} needed${less}, sold in packs of ${packOf}${rest}.`;
}
