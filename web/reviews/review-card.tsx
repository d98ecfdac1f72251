import { useState } from "react";
import type { Review } from "#contract/reviews.ts";
import { Avatar } from "#web/look/avatar.tsx";
import { Stars } from "./stars.tsx";

/** More than this would make one card taller than all the others. */
const long = 300;

export function ReviewCard({ review }: { review: Review }) {
  const { name, ratting, img, description } = review;
  return (
    <figure className="flex h-full flex-col gap-5 border border-base-300 bg-base-100 p-6">
      <Stars ratting={ratting} />
      <blockquote className="grow leading-relaxed">
        <Said text={description} />
      </blockquote>
      <figcaption className="flex items-center gap-3 border-t border-base-300 pt-4">
        <Avatar name={name} img={img} className="size-11" />
        <span className="min-w-0 font-semibold wrap-anywhere" dir="auto">
          {name}
        </span>
      </figcaption>
    </figure>
  );
}

function Said({ text }: { text: string }) {
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
