import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { addToBasket, takeBack } from "./calls.ts";

type Props = {
  part: { _id: string; number: string };
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
      const { added, basket } = await addToBasket(client, user?._id, [{ part: _id, quantity: 1 }]);
      const line = basket.lines.find((each) => each._id === _id);
      const pieces = added[0]?.pieces ?? 0;
      const text = `${line?.quantity} × ${number} in your basket. ${line?.note ?? ""}`;
      if (pieces === 0) showOnShelf(text);
      else {
        showOnShelf(text, async () => {
          const { lines } = await takeBack(client, user?._id, { part: _id, quantity: pieces });
          const left = lines.find((each) => each._id === _id)?.quantity ?? 0;
          return left === 0 ? `${number} is taken out.` : `${left} × ${number} in your basket.`;
        });
      }
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
