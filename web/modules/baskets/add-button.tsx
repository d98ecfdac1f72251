import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { quantityLimits } from "#contract/rules/quantity.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { addToBasket, putLines, removeLine } from "./calls.ts";

type Props = {
  part: {
    _id: string;
    number: string;
    name: string;
    minimumQuantity: number;
    availablQuantity: number;
  };
  user: { _id: string } | null | undefined;
};

/** In a list: the least that can be ordered, then one more each time. */
export function AddButton({ part, user }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function add() {
    if (isBusy) return;
    setBusy(true);
    const { _id, number } = part;
    try {
      const quantity = quantityLimits(part).min;
      const input = { part: _id, quantity, more: 1 };
      const { before, basket } = await addToBasket(client, user?._id, input);
      const line = basket.lines.find((each) => each._id === _id);
      showOnShelf(`${line?.quantity} × ${number} in your basket. ${line?.note ?? ""}`, async () => {
        if (before === 0) await removeLine(client, user?._id, _id);
        else await putLines(client, user?._id, [{ part: _id, quantity: before }]);
        return before === 0 ? `${number} is taken out.` : `${before} × ${number} in your basket.`;
      });
    } catch (error) {
      showOnShelf((error as Error).message);
    }
    setBusy(false);
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-square relative z-1 h-full min-h-0"
      aria-label={`Add ${part.number} to the basket`}
      title="Add to basket"
      aria-busy={isBusy}
      onClick={add}
    >
      <Plus className="size-5" aria-hidden="true" />
    </button>
  );
}
