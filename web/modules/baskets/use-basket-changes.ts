import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Basket, BasketLine } from "#contract/baskets.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { putLines, removeLine } from "./calls.ts";

type Line = Pick<BasketLine, "_id" | "number" | "quantity" | "saved">;

/** Changes of the lines, with what failed of the last one. */
export function useBasketChanges(personId: string | undefined) {
  const client = useQueryClient();
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function run(change: () => Promise<Basket>): Promise<boolean> {
    setBusy(true);
    setFailure("");
    const isDone = await change().then(
      () => true,
      (error: Error) => {
        setFailure(error.message);
        return false;
      },
    );
    setBusy(false);
    return isDone;
  }

  const put = (part: string, quantity: number, saved = false) =>
    run(() => putLines(client, personId, [{ part, quantity, saved }]));

  return {
    ...{ failure, isBusy },
    setQuantity: ({ _id }: Line, quantity: number) => put(_id, quantity),
    save: ({ _id, quantity }: Line, saved: boolean) => put(_id, Math.max(quantity, 1), saved),
    async remove({ _id, number, quantity, saved }: Line) {
      if (!(await run(() => removeLine(client, personId, _id)))) return;
      const undo =
        quantity > 0
          ? async () => {
              await putLines(client, personId, [{ part: _id, quantity, saved }]);
              return `${number} is in your basket again.`;
            }
          : undefined;
      showOnShelf(`${number} is taken out.`, undo);
    },
  };
}

export type BasketChanges = ReturnType<typeof useBasketChanges>;
