import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Basket, BasketLine } from "#contract/baskets.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { addCode, addToBasket, putLines, removeCode, removeLine } from "./calls.ts";

type Replacement = Pick<BasketLine["replacedBy"][number], "_id" | "number" | "quantity">;
type Line = Pick<BasketLine, "_id" | "number" | "quantity" | "saved">;

export function useBasketChanges(personId: string | undefined) {
  const client = useQueryClient();
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function attempt(change: () => Promise<Basket>): Promise<string | undefined> {
    setBusy(true);
    setFailure("");
    const problem = await change().then(
      () => undefined,
      (error: Error) => error.message,
    );
    setBusy(false);
    return problem;
  }

  async function run(change: () => Promise<Basket>): Promise<boolean> {
    const problem = await attempt(change);
    if (problem !== undefined) setFailure(problem);
    return problem === undefined;
  }

  const put = (part: string, quantity: number, saved = false) =>
    run(() => putLines(client, personId, [{ part, quantity, saved }]));

  return {
    failure,
    isBusy,
    put,
    setQuantity: ({ _id }: Line, quantity: number) => put(_id, quantity),
    save: ({ _id, quantity }: Line, saved: boolean) => put(_id, Math.max(quantity, 1), saved),
    /** What went wrong belongs to the field. */
    addCode: (code: string) => attempt(() => addCode(client, personId, code)),
    removeCode: (code: string) => run(() => removeCode(client, personId, code)),
    async swap(line: Line, replacements: Replacement[]) {
      const added = replacements.map(({ _id: part, quantity }) => ({
        part,
        quantity: Math.max(line.quantity, 1) * quantity,
      }));
      const isSwapped = await run(async () => {
        await addToBasket(client, personId, added);
        return removeLine(client, personId, line._id);
      });
      if (!isSwapped) return;
      const numbers = replacements.map(({ number }) => number).join(" and ");
      showOnShelf(`${numbers} is in your basket in place of ${line.number}.`);
    },
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
