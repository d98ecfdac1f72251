import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { quantityLimits } from "#contract/rules/quantity.ts";

type Props = {
  label: string;
  quantity: number;
  stock: { minimumQuantity: number; availablQuantity: number };
  onChange: (quantity: number) => unknown;
};

/** What is typed counts when the field is left, or with Enter. */
export function QuantityStepper({ label, quantity, stock, onChange }: Props) {
  const { min, max } = quantityLimits(stock);
  const [text, setText] = useState<string>();

  /** Then the field shows what it became. */
  async function commit() {
    const typed = Number(text?.trim());
    const isQuantity = Number.isInteger(typed) && typed >= 1 && typed <= 1_000_000_000;
    if (isQuantity && typed !== quantity) await onChange(typed);
    setText((now) => (now === text ? undefined : now));
  }

  const button =
    "grid size-11 shrink-0 cursor-pointer place-items-center disabled:cursor-default disabled:text-base-content/40";
  return (
    <fieldset className="inline-flex border border-base-content/50">
      <legend className="sr-only">{label}</legend>
      <button
        type="button"
        className={button}
        aria-label="One less"
        disabled={quantity <= min}
        onClick={() => onChange(Math.min(quantity - 1, max))}
      >
        <Minus className="size-4" aria-hidden="true" />
      </button>
      <input
        className="h-11 w-14 border-x border-base-content/30 bg-base-100 text-center"
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={text ?? quantity}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void commit();
        }}
      />
      <button
        type="button"
        className={button}
        aria-label="One more"
        disabled={quantity >= max}
        onClick={() => onChange(Math.max(quantity + 1, min))}
      >
        <Plus className="size-4" aria-hidden="true" />
      </button>
    </fieldset>
  );
}
