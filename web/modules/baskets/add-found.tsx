import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isOrderable } from "#contract/rules/quantity.ts";
import { FormError } from "#web/ui/field.tsx";
import { addToBasket } from "./calls.ts";
import { setDrawerOpen } from "./drawer-state.ts";

type Part = { _id: string; minimumQuantity: number; availablQuantity: number; kit?: unknown };
type Props = {
  found: readonly { part: Part; quantity: number }[];
  user: { _id: string } | null | undefined;
};

export function AddFound({ found, user }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const orderable = found.filter(({ part }) => !part.kit && isOrderable(part));
  if (orderable.length === 0) return null;

  async function add() {
    if (isBusy) return;
    setBusy(true);
    setFailure("");
    try {
      const lines = orderable.map(({ part, quantity }) => ({ part: part._id, quantity }));
      await addToBasket(client, user?._id, lines);
      setDrawerOpen(true);
    } catch (error) {
      setFailure((error as Error).message);
    }
    setBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-2">
      <button type="button" className="btn btn-primary" aria-busy={isBusy} onClick={add}>
        Add {orderable.length} {orderable.length === 1 ? "line" : "lines"} to the basket
      </button>
      <FormError>{failure}</FormError>
    </div>
  );
}
