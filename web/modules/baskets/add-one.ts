import type { QueryClient } from "@tanstack/react-query";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { addToBasket, takeBack } from "./calls.ts";

export type AddedPart = { _id: string; number: string };

export async function addOne(
  client: QueryClient,
  personId: string | undefined,
  { _id, number }: AddedPart,
): Promise<void> {
  try {
    const { added, basket } = await addToBasket(client, personId, [{ part: _id, quantity: 1 }]);
    const line = basket.lines.find((each) => each._id === _id);
    const quantity = added[0]?.pieces ?? 0;
    const text = `${line?.quantity} × ${number} in your basket. ${line?.note ?? ""}`;
    if (quantity === 0) showOnShelf(text);
    else
      showOnShelf(text, async () => {
        const { lines } = await takeBack(client, personId, { part: _id, quantity });
        const left = lines.find((each) => each._id === _id)?.quantity ?? 0;
        return left === 0 ? `${number} is taken out.` : `${left} × ${number} in your basket.`;
      });
  } catch (error) {
    showOnShelf((error as Error).message);
  }
}
