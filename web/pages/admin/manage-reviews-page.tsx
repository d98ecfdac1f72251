import { Suspense, useRef } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const ManageReviews = late(
  async () => (await import("#web/modules/reviews/manage-reviews.tsx")).ManageReviews,
);

export function ManageReviewsPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <PageHeading heading={heading}>Manage Reviews</PageHeading>
      <p className="mb-6 max-w-prose leading-relaxed text-base-content/80">
        Each with the account that wrote it; customers see the name, not the account. What you hide
        is seen by you and its author alone; your answer stands below the review.
      </p>
      <Suspense fallback={<InlineLoading />}>
        <ManageReviews heading={heading} />
      </Suspense>
    </section>
  );
}
