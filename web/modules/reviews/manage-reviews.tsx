import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { ReviewEntry } from "#contract/reviews.ts";
import { InlineLoading } from "#web/ui/inline-loading.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { Table } from "#web/ui/table.tsx";
import { DeleteReview } from "./delete-review.tsx";
import { reviewPages } from "./manage-calls.ts";
import { ManageReviewRow } from "./manage-review-row.tsx";

const columns = ["Review", "Account", "Delete"] as const;

type Props = {
  /** Where focus goes when a row is gone. */
  heading: RefObject<HTMLElement | null>;
};

export function ManageReviews({ heading }: Props) {
  const { data, error, refetch, ...next } = useInfiniteQuery(reviewPages());
  const [leaving, setLeaving] = useState<ReviewEntry>();

  if (!data) return error ? <ReviewsFailed error={error} retry={refetch} /> : <InlineLoading />;
  const reviews = data.pages.flat();
  return (
    <>
      {reviews.length === 0 && (
        <Note title="Nobody has reviewed the shop yet">
          <p>What customers write stands here as soon as it is written.</p>
        </Note>
      )}
      {reviews.length > 0 && (
        <Table label="Reviews" columns={columns}>
          {reviews.map((review) => (
            <ManageReviewRow key={review._id} review={review} onDelete={() => setLeaving(review)} />
          ))}
        </Table>
      )}
      <MoreButton pages={{ ...next, error }}>Show more reviews</MoreButton>
      {leaving && (
        <DeleteReview review={leaving} heading={heading} onClose={() => setLeaving(undefined)} />
      )}
    </>
  );
}

function ReviewsFailed({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <Note title="The reviews could not be fetched" alert>
      <p>{error.message}</p>
      <button type="button" className="btn btn-primary" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}
