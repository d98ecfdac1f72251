import { Heart } from "lucide-react";
import type { Wishes } from "./use-wishes.ts";

type Props = { part: { _id: string; name: string }; wishes: Wishes; withText?: boolean };

export function WishButton({ part: { _id, name }, wishes, withText = false }: Props) {
  const isOn = wishes.ids?.includes(_id) === true;
  return (
    <button
      type="button"
      className={`btn btn-ghost ${withText ? "-ms-3 h-auto min-h-11 shrink px-3 whitespace-normal" : "btn-square"}`}
      aria-label={withText ? undefined : `Keep ${name} on the wish list`}
      aria-pressed={isOn}
      onClick={() => wishes.toggle(_id)}
    >
      <Heart className={`size-5 ${isOn ? "fill-current" : ""}`} aria-hidden="true" />
      {withText && "Keep on the wish list"}
    </button>
  );
}
