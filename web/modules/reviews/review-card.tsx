import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import type { Review } from "#contract/reviews.ts";
import { maxRatting } from "#contract/reviews.ts";
import { dayOf } from "#web/app/day.ts";
import { writeDate } from "#web/app/format.tsx";
import { Avatar } from "#web/ui/avatar.tsx";

type Shown = Omit<Review, "at"> & {
  /** Not of one that is being written. */
  at?: string;
};

export function ReviewCard({ review }: { review: Shown }) {
  const { name, ratting, img, description, boughtHere, answer, at } = review;
  return (
    <figure className="flex h-full flex-col gap-5 border border-base-300 bg-base-100 p-6">
      <Stars ratting={ratting} />
      <blockquote className="grow leading-relaxed">
        <ReviewText text={description} />
      </blockquote>
      {answer !== undefined && <ShopAnswer answer={answer} />}
      <figcaption className="flex items-center gap-3 border-t border-base-300 pt-4">
        <Avatar name={name} img={img} className="size-11" />
        <div className="min-w-0">
          <span className="block font-semibold wrap-anywhere" dir="auto">
            {name}
          </span>
          {boughtHere && <BoughtHere />}
          {at && (
            <time dateTime={at} className="block text-sm text-base-content/75">
              {writeDate(dayOf(at))}
            </time>
          )}
        </div>
      </figcaption>
    </figure>
  );
}

export function BoughtHere() {
  return (
    <p className="flex items-center gap-1 text-sm text-base-content/75">
      <BadgeCheck className="size-4 shrink-0" aria-hidden="true" />
      Bought here
    </p>
  );
}

export function ShopAnswer({ answer }: { answer: string }) {
  return (
    <div className="border-s-4 border-base-content/40 ps-3 text-sm">
      <p className="font-semibold">The shop answers</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {answer}
      </p>
    </div>
  );
}

const long = 300;

export function ReviewText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = text.length > long || text.split("\n").length > 6;
  return (
    <>
      <p
        dir="auto"
        className={`whitespace-pre-line wrap-anywhere ${cut && !whole ? "line-clamp-6" : ""}`}
      >
        {text}
      </p>
      {cut && (
        <button
          type="button"
          aria-expanded={whole}
          className="link mt-2 min-h-6 text-sm font-semibold"
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Read less" : "Read all of it"}
        </button>
      )}
    </>
  );
}

export function ReviewPicture({ picture, name }: { picture: string; name: string }) {
  return (
    <a href={picture} className="mt-2 block w-24 border border-base-300">
      <img
        src={picture.replace(/960\.webp$/, "320.webp")}
        alt={`Shown by ${name}`}
        loading="lazy"
        decoding="async"
        className="w-full"
      />
    </a>
  );
}

export const starPath = "M12 2.5l2.9 6.2 6.8.8-5 4.7 1.3 6.7-6-3.3-6 3.3 1.3-6.7-5-4.7 6.8-.8z";

export function Stars({ ratting }: { ratting: number }) {
  return (
    <p className="flex gap-1">
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
