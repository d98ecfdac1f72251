import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { Carousel } from "#web/ui/carousel.tsx";
import { Deferred, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { newestReviews, shopRating } from "./calls.ts";
import { ReviewCard } from "./review-card.tsx";

const loadReport = async () => (await import("./report-review.tsx")).ReportReview;

const slide = "basis-full md:basis-[calc((100%-50px)/2)] lg:basis-[calc((100%-100px)/3)]";

export function ReviewCarousel() {
  const { data: reviews, error, refetch } = useQuery(newestReviews());
  if (reviews?.length === 0) return <NoReviews />;
  if (!reviews)
    return error ? (
      <LoadFailed title="The reviews could not be fetched" error={error} retry={refetch} />
    ) : (
      <ReviewsLoading />
    );
  return (
    <>
      <ShopRating />
      <Carousel
        label="Customer reviews"
        slide={slide}
        items={reviews.map((review) => ({
          key: review._id,
          content: <ReviewCard review={review} />,
        }))}
      />
      <div className="mt-3 flex min-h-11">
        <Deferred load={loadReport} props={{ reviews, children: "Report a review" }} />
      </div>
    </>
  );
}

function ShopRating() {
  const { data } = useQuery(shopRating());
  if (data?.average == null) return null;
  return (
    <p className="mb-5 flex flex-wrap items-baseline gap-x-3">
      <span className="font-display text-3xl font-extrabold">{data.average.toFixed(1)}</span>
      <span>
        of 5 stars, {data.count} {data.count === 1 ? "review" : "reviews"}
      </span>
    </p>
  );
}

function NoReviews() {
  return (
    <Note title="No reviews yet">
      <p>Anyone with an account can write the first one.</p>
      <PageLink to={paths.addReview} className="btn btn-secondary">
        Add a review
      </PageLink>
    </Note>
  );
}

/** As high as the reviews, so that nothing below moves. */
function ReviewsLoading() {
  return (
    <p role="status" className="grid h-96 place-items-center border border-base-300">
      Fetching reviews...
    </p>
  );
}
