import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { type ReviewEntry, reviewCalls } from "#contract/reviews.ts";
import { call } from "#web/app/call.ts";
import { DeleteDialog } from "#web/app/delete-dialog.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { Table } from "#web/ui/table.tsx";
import { reviewPages } from "./manage-calls.ts";
import { ManageReviewRow } from "./manage-review-row.tsx";

const columns = ["Review", "Account", "Delete"] as const;

type Props = {
  heading: RefObject<HTMLElement | null>;
};

export function ManageReviews({ heading }: Props) {
  const query = useInfiniteQuery(reviewPages());
  const [toDelete, setToDelete] = useState<ReviewEntry>();
  return (
    <>
      <PagedList query={query} failed="The reviews could not be fetched" more="Show more reviews">
        {(reviews) =>
          reviews.length === 0 ? (
            <Note title="No reviews yet">
              <p>Customers' reviews appear here as soon as they are written.</p>
            </Note>
          ) : (
            <Table label="Reviews" columns={columns}>
              {reviews.map((review) => (
                <ManageReviewRow
                  key={review._id}
                  review={review}
                  onDelete={() => setToDelete(review)}
                />
              ))}
            </Table>
          )
        }
      </PagedList>
      {toDelete && (
        <DeleteDialog
          topic="reviews"
          remove={() => call(reviewCalls.remove, { params: { id: toDelete._id } })}
          keep="Keep the review"
          heading={heading}
          onClose={() => setToDelete(undefined)}
        >
          The review by <strong>{toDelete.name}</strong> will be removed{" "}
          {toDelete.part ? "from the page of the part" : "from the home page"}. Its author is not
          told. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}
