import { Scale } from "lucide-react";
import { useKeptList } from "#web/app/kept-list.ts";
import { comparedNumbers, toggleCompared } from "./compare-list.ts";

type Props = { part: { number: string; name: string }; withText?: boolean };

export function CompareButton({ part: { number, name }, withText = false }: Props) {
  const isOn = useKeptList(comparedNumbers).includes(number);
  return (
    <button
      type="button"
      className={`btn btn-ghost ${withText ? "px-3" : "btn-square"} ${isOn ? "bg-base-content text-base-100 hover:bg-base-content/85" : ""}`}
      aria-label={withText ? undefined : `Compare ${name}`}
      aria-pressed={isOn}
      onClick={() => toggleCompared(number)}
    >
      <Scale className="size-5" aria-hidden="true" />
      {withText && "Compare"}
    </button>
  );
}
