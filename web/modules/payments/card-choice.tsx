import { useId } from "react";
import type { SavedCard } from "#contract/cards.ts";
import { formatExpiry, nameCard } from "./card-name.ts";

type Props = {
  cards: readonly SavedCard[];
  /** Null: another card. */
  value: string | null;
  other: string;
  disabled?: boolean;
  onChoose: (card: string | null) => void;
};

export function CardChoice({ cards, value, other, disabled = false, onChoose }: Props) {
  const name = useId();
  const choices = cards.map((card) => ({
    id: card._id as string | null,
    title: nameCard(card),
    remark: `Expires ${formatExpiry(card)}`,
  }));
  return (
    <fieldset className="grid" disabled={disabled}>
      <legend className="mb-1.5 text-sm font-semibold">Your cards</legend>
      {[...choices, { id: null, title: other, remark: "" }].map(({ id, title, remark }) => (
        <label
          key={id}
          className="-mt-px flex min-h-11 cursor-pointer items-center gap-4 border border-base-300 p-3 first-of-type:mt-0 has-checked:relative has-checked:border-base-content"
        >
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0 accent-base-content"
            checked={id === value}
            onChange={() => onChoose(id)}
          />
          <span className="min-w-0 grow font-semibold wrap-anywhere">{title}</span>
          {remark && <span className="text-sm whitespace-nowrap">{remark}</span>}
        </label>
      ))}
    </fieldset>
  );
}
