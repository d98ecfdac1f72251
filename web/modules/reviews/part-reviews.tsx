import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PartReview } from "#contract/reviews.ts";
import { dayOf } from "#web/app/day.ts";
import { writeDate } from "#web/app/format.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { MoreButton } from "#web/ui/paged-list.tsx";
import { partReviews } from "./calls.ts";
import { ReportReview } from "./report-review.tsx";
import {
  BoughtHere,
  ReviewPicture,
  ReviewText,
  ShopAnswer,
  Stars,
  starPath,
} from "./review-card.tsx";

export function PartRating({ partId }: { partId: string }) {
  const { data } = useInfiniteQuery(partReviews(partId));
  const [first] = data?.pages ?? [];
  if (first?.average == null) return null;
  return (
    <a href="#reviews" className="inline-flex min-h-11 items-center gap-1.5 text-sm">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 fill-current">
        <path d={starPath} />
      </svg>
      <span>
        <span className="sr-only">Average of the reviews: </span>
        {first.average.toFixed(1)} · {countReviews(first.count)}
      </span>
    </a>
  );
}

const countReviews = (count: number) => `${count} ${count === 1 ? "review" : "reviews"}`;

type Props = {
  partId: string;
  children: ReactNode;
};

export function PartReviews({ partId, children }: Props) {
  const query = useInfiniteQuery(partReviews(partId));
  const { pages = [] } = query.data ?? {};
  const [first] = pages;
  const items = pages.flatMap(({ items }) => items);
  return (
    <section aria-labelledby="reviews" className="mt-10 max-w-prose">
      <h2 id="reviews" className="pb-1 text-lg font-bold">
        Reviews by buyers
      </h2>
      {first?.average != null && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-3">
          <span className="font-display text-3xl font-extrabold">{first.average.toFixed(1)}</span>
          <span className="text-sm text-base-content/75">
            of 5 stars, {countReviews(first.count)}
          </span>
        </p>
      )}
      {first?.count === 0 && <p className="pb-3 leading-relaxed">Nobody has reviewed it yet.</p>}
      {items.length > 0 && (
        <ul className="divide-y divide-base-300 border-y border-base-300">
          {items.map((review) => (
            <Item key={review._id} review={review} />
          ))}
        </ul>
      )}
      <MoreButton query={query}>Show more reviews</MoreButton>
      <div id="review" className="mt-5">
        {children}
      </div>
    </section>
  );
}

function Item({ review }: { review: PartReview }) {
  const { name, img, ratting, description, picture, at, answer } = review;
  return (
    <li className="grid gap-3 py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Avatar name={name} img={img} className="size-9" />
        <span className="min-w-0 font-semibold wrap-anywhere" dir="auto">
          {name}
        </span>
        <Stars ratting={ratting} />
        <div className="flex flex-wrap items-center gap-x-3">
          <BoughtHere />
          <time dateTime={at} className="text-sm text-base-content/75">
            {writeDate(dayOf(at))}
          </time>
        </div>
      </div>
      {description !== "" && <ReviewText text={description} />}
      {picture !== "" && <ReviewPicture picture={picture} name={name} />}
      {answer !== undefined && <ShopAnswer answer={answer} />}
      <div className="me-auto flex">
        <ReportReview reviews={[review]} label={`Report this review by ${name}`}>
          Report this review
        </ReportReview>
      </div>
    </li>
  );
}
