import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PlannedLine, PlanOption, RepairPlan } from "#contract/repairs.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { answerFact } from "../answer-fact.ts";
import { ListQuestion } from "../list-question.tsx";
import { nameOfVehicle, type OwnVehicle } from "../own-vehicle.ts";
import { type BasketPart, repairPlan } from "./calls.ts";
import { JobLine } from "./job-needs.tsx";
import { type Choice, JobSlot } from "./job-slot.tsx";

type Props = {
  slug: string;
  car: OwnVehicle;
  isAdding: boolean;
  onAdd: (parts: BasketPart[]) => void;
};

export function JobPlan({ slug, ...props }: Props) {
  const { data: plan, error, refetch } = useQuery(repairPlan(slug, props.car));
  if (plan) return <Plan key={props.car.id} plan={plan} {...props} />;
  if (!error) return <InlineLoading />;
  return <LoadFailed title="The parts could not be fetched" error={error} retry={refetch} />;
}

type Part = RepairPlan["parts"][number];

function Plan({ plan, car, isAdding, onAdd }: Omit<Props, "slug"> & { plan: RepairPlan }) {
  const { lines, parts, question, facts } = plan;
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const partOf = (id: string) => parts.find(({ _id }) => _id === id);
  const all = lines.flatMap((line) =>
    line.slots.map((slot) => {
      const key = `${line.type.slug} ${slot.position ?? ""}`;
      const first = slot.options.find((option) => isForSale(option, partOf)) ?? slot.options[0];
      const choice = choices[key] ?? { isOn: isWanted(line), part: first?.part ?? "" };
      const option = slot.options.find(({ part }) => part === choice.part) ?? first;
      return { key, line, slot, option, isOn: choice.isOn && isForSale(option, partOf) };
    }),
  );
  const chosen = all.flatMap(({ isOn, option }) => {
    const part = option && partOf(option.part);
    return isOn && part ? [{ part, quantity: orderableQuantity(option.units, part).quantity }] : [];
  });
  const cents = chosen.reduce((sum, { part, quantity }) => sum + toCents(part.price) * quantity, 0);

  const add = () => onAdd(chosen.map(({ part, quantity }) => ({ part: part._id, quantity })));

  return (
    <div className="grid gap-6">
      {question && (
        <ListQuestion
          question={question}
          facts={facts}
          onAnswer={(term) => answerFact(car, term, facts)}
        />
      )}
      <ol className="grid border-t border-base-300">
        {lines.map((line) => (
          <li key={line.type.slug} className="grid gap-2 border-b border-base-300 py-4">
            <JobLine line={line} />
            {all
              .filter((one) => one.line === line)
              .map(({ key, slot, option, isOn }) => (
                <JobSlot
                  key={key}
                  name={line.type.name}
                  slot={slot}
                  option={option}
                  isOn={isOn}
                  partOf={partOf}
                  onChange={(choice) => setChoices({ ...choices, [key]: choice })}
                />
              ))}
            <Nothing line={line} car={car} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="button"
          className="btn btn-primary btn-lg max-sm:w-full"
          disabled={chosen.length === 0}
          aria-busy={isAdding}
          onClick={add}
        >
          {chosen.length === 0
            ? "Nothing chosen"
            : `Add ${chosen.length} ${chosen.length === 1 ? "part" : "parts"} · $${formatCents(cents)}`}
        </button>
        <p role="status" className="text-sm text-base-content/80">
          For your {nameOfVehicle(car)}
        </p>
      </div>
    </div>
  );
}

/** Which side is worn is not known. */
const isWanted = ({ need, scope }: PlannedLine) => need === "always" && scope !== "side";

function isForSale(
  option: PlanOption | undefined,
  partOf: (id: string) => Part | undefined,
): boolean {
  const part = option && partOf(option.part);
  return Boolean(part && orderableQuantity(option.units, part).quantity > 0);
}

function Nothing({ line, car }: { line: PlannedLine; car: OwnVehicle }) {
  const { slots, open } = line;
  if (open > 0) {
    return (
      <p className="text-sm">
        {open === 1 ? "1 part depends" : `${open} parts depend`} on one more detail of your car.
      </p>
    );
  }
  if (slots.length > 0) return null;
  return <p className="text-sm">We list none for your {car.model.name}.</p>;
}
