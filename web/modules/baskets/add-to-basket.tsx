import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatCents, multiplyCents, toCents } from "#contract/rules/money.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import { reachedStep } from "#contract/rules/unit-price.ts";
import { FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { addToBasket, useBasket } from "./calls.ts";
import { setDrawerOpen } from "./drawer-state.ts";
import { QuantityStepper } from "./quantity-stepper.tsx";

type Props = {
  part: {
    _id: string;
    number: string;
    price: number;
    steps: readonly { from: number; price: number }[];
    minimumQuantity: number;
    availablQuantity: number;
  };
  user: { _id: string } | null | undefined;
  below: (quantity: number) => ReactNode;
};

export function AddToBasket({ part, user, below }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number>();
  const { run, isBusy, failure } = useAction();
  const { data: basket } = useBasket(user, false);
  const { quantity, why } = orderableQuantity(chosen ?? 1, part);
  const inBasket = basket?.lines.find(({ _id, saved }) => _id === part._id && !saved);
  // All pieces in the basket count for a step.
  const step = reachedStep(part.steps, quantity + (inBasket?.quantity ?? 0));
  const total = multiplyCents(toCents(step?.price ?? part.price), quantity);

  const add = () =>
    run(async () => {
      await addToBasket(client, user?._id, [{ part: part._id, quantity }]);
      setDrawerOpen(true);
    });

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <QuantityStepper
          label={`Quantity of ${part.number}`}
          quantity={quantity}
          stock={part}
          onChange={setChosen}
        />
        <button
          type="button"
          className="add-to-basket btn btn-primary btn-lg max-w-full grow"
          aria-busy={isBusy}
          onClick={add}
        >
          <span>
            Add to basket<span className="anyway"> anyway</span> · ${formatCents(total)}
          </span>
        </button>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {chosen !== undefined && why}
        {inBasket && ` ${inBasket.quantity} in your basket already.`}
      </p>
      <FormError>{failure}</FormError>
      {below(quantity)}
    </div>
  );
}
