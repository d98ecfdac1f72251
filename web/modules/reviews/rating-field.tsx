import { type ComponentPropsWithRef, useId } from "react";
import { maxRatting } from "#contract/reviews.ts";
import { ariaProps, FieldFrame, inputClasses } from "#web/ui/field.tsx";
import { starPath } from "./review-card.tsx";

type Props = Omit<ComponentPropsWithRef<"input">, "id" | "className"> & {
  written: string;
  onPick: (stars: number) => void;
  error: string | undefined;
};

const allStars = Array.from({ length: maxRatting }, (_, index) => index + 1);

export function RatingField({ written, onPick, error, ...input }: Props) {
  const id = useId();
  const filled = parseRating(written) ?? 0;
  const hint = !error && `A whole number from 0 to ${maxRatting}`;
  return (
    <FieldFrame id={id} label="Rating" error={error} hint={hint}>
      <div className="flex flex-wrap items-center gap-1">
        <input
          {...input}
          {...ariaProps(id, error, hint)}
          type="number"
          inputMode="numeric"
          // The wheel scrolls the page, not the number.
          onWheel={(event) => event.currentTarget.blur()}
          className={`input h-11 max-w-24 ${inputClasses}`}
        />
        {/* For pointers only: by keyboard and screen reader the number is shorter. */}
        <div className="-ms-1 flex" aria-hidden="true">
          {allStars.map((stars) => (
            <button
              key={stars}
              type="button"
              tabIndex={-1}
              className={`grid size-11 cursor-pointer place-items-center ${stars <= filled ? "text-base-content" : "text-base-content/50 hover:text-base-content"}`}
              // Keeps the focus, which hidden buttons must not have.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(stars)}
            >
              <svg
                viewBox="0 0 24 24"
                aria-hidden="true"
                className={`size-6 stroke-current stroke-[1.5] ${stars <= filled ? "fill-current" : "fill-none"}`}
              >
                <path d={starPath} />
              </svg>
            </button>
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}

export function parseRating(written: string): number | undefined {
  const stars = Number(written);
  const isRating = written.trim() !== "" && Number.isInteger(stars);
  return isRating && stars >= 0 && stars <= maxRatting ? stars : undefined;
}
