import { useRef } from "react";
import { ManageReviews } from "#web/modules/reviews/manage-reviews.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function ManageReviewsPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <PageHeading heading={heading}>Manage Reviews</PageHeading>
      <p className="mb-6 max-w-prose leading-relaxed text-base-content/80">
        The newest first, each with the account that wrote it. Customers see the name, not the
        account.
      </p>
      <ManageReviews heading={heading} />
    </section>
  );
}
