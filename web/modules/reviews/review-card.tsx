import type { Review } from "#contract/reviews.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { ReviewText } from "./review-text.tsx";
import { Stars } from "./stars.tsx";

export function ReviewCard({ review }: { review: Review }) {
  const { name, ratting, img, description } = review;
  return (
    <figure className="flex h-full flex-col gap-5 border border-base-300 bg-base-100 p-6">
      <Stars ratting={ratting} />
      <blockquote className="grow leading-relaxed">
        <ReviewText text={description} />
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
