import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AddedPart, addOne } from "./add-one.ts";

type Props = {
  part: AddedPart;
  /** When it is pressed: a page has many of these. */
  readUser: () => { _id: string } | null | undefined;
  /** What happens is said on the shelf, which must be there by then. */
  onUse?: (() => void) | undefined;
};

/** In a list. */
export function AddButton({ part, readUser, onUse }: Props) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function add() {
    if (isBusy) return;
    setBusy(true);
    onUse?.();
    try {
      await addOne(client, readUser()?._id, part);
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-square relative z-1 h-full min-h-0 w-full"
      aria-label={`Add ${part.number} to the basket`}
      title="Add to basket"
      aria-busy={isBusy}
      onClick={add}
    >
      <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current" aria-hidden="true">
        <path d="M5 12h14M12 5v14" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  );
}
