import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCents, multiplyCents, toCents } from "#contract/rules/money.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import { FormError } from "#web/ui/field.tsx";
import { addToBasket, useBasket } from "./calls.ts";
import { setDrawerOpen } from "./drawer-state.ts";
import { QuantityStepper } from "./quantity-stepper.tsx";

type Props = {
  part: {
    _id: string;
    number: string;
    price: number;
    minimumQuantity: number;
    availablQuantity: number;
  };
  user: { _id: string } | null | undefined;
};

/** On the page of a part that can be ordered. Rendered on the server as well. */
export function AddToBasket({ part, user }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(1);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const { data: basket } = useBasket(user, false);
  const { quantity, why } = orderableQuantity(chosen, part);
  const total = multiplyCents(toCents(part.price), quantity);
  const inBasket = basket?.lines.find(({ _id, saved }) => _id === part._id && !saved);

  async function add() {
    if (isBusy) return;
    setBusy(true);
    setFailure("");
    try {
      await addToBasket(client, user?._id, [{ part: part._id, quantity }]);
      setDrawerOpen(true);
    } catch (error) {
      setFailure((error as Error).message);
    }
    setBusy(false);
  }

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
          className="btn btn-primary btn-lg max-w-full grow"
          aria-busy={isBusy}
          onClick={add}
        >
          Add to basket · ${formatCents(total)}
        </button>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {chosen > 1 && why}
        {inBasket && ` ${inBasket.quantity} in your basket already.`}
      </p>
      <FormError>{failure}</FormError>
    </div>
  );
}
