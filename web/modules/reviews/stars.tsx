import { maxRatting } from "#contract/reviews.ts";

export const starPath = "M12 2.5l2.9 6.2 6.8.8-5 4.7 1.3 6.7-6-3.3-6 3.3 1.3-6.7-5-4.7 6.8-.8z";

/** The rating as filled stars; said, not drawn, to who does not see them. */
export function Stars({ ratting }: { ratting: number }) {
  return (
    <p className="flex gap-1 text-primary">
      <span className="sr-only">
        {ratting} out of {maxRatting} stars
      </span>
      {Array.from({ length: maxRatting }, (_, index) => (
        <svg
          key={String(index)}
          viewBox="0 0 24 24"
          aria-hidden="true"
          data-star={index < ratting ? "filled" : "empty"}
          className={`size-5 stroke-current stroke-[1.5] ${index < ratting ? "fill-current" : "fill-none opacity-70"}`}
        >
          <path d={starPath} />
        </svg>
      ))}
    </p>
  );
}
