import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { type ReviewEdit, type ReviewEntry, reviewCalls } from "#contract/reviews.ts";
import { call } from "#web/app/call.ts";
import { DeleteDialog } from "#web/app/delete-dialog.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { undoChange } from "#web/app/undo-change.ts";
import { DataList } from "#web/ui/list/data-list.tsx";
import { useCollectedSelection } from "#web/ui/list/use-collected-selection.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { AnswerReview } from "./answer-review.tsx";
import { BulkReviews } from "./bulk-reviews.tsx";
import { editReview, listReviews, reviewFilePath, reviewPages } from "./manage-calls.ts";
import { reviewColumns } from "./review-columns.tsx";
import { ReviewFilters } from "./review-filters.tsx";

type Props = { heading: RefObject<HTMLElement | null> };

export function ManageReviews({ heading }: Props) {
  const address = useListView(["q", "sort", "view", "part", "from", "to"]);
  const views = useSavedViews("reviews");
  const { view } = address;
  const client = useQueryClient();
  const query = useInfiniteQuery(reviewPages(view));
  const [toDelete, setToDelete] = useState<ReviewEntry>();
  const [toAnswer, setToAnswer] = useState<ReviewEntry>();
  const isReadOnly = useReadOnly();
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { selection, rows } = useCollectedSelection(loaded, listReviews(view));

  const refresh = () => client.invalidateQueries({ queryKey: ["reviews"] });

  function decide(review: ReviewEntry, edit: ReviewEdit, done: string) {
    editReview(review, edit)
      .then(
        ({ auditId }) =>
          showOnShelf(done, auditId === null ? undefined : () => undoEdit(review, auditId)),
        (error: Error) => showOnShelf(error.message),
      )
      .finally(refresh);
  }

  async function undoEdit({ name }: ReviewEntry, auditId: string): Promise<string> {
    await undoChange(auditId).finally(refresh);
    return `The review by ${name} is as it was.`;
  }

  function toggle(review: ReviewEntry) {
    const hidden = !review.hidden;
    const done = `The review by ${review.name} is ${hidden ? "hidden" : "shown"} now.`;
    decide(review, { hidden }, done);
  }

  async function undoAnswer({ name }: ReviewEntry, auditId: string): Promise<string> {
    await undoChange(auditId).finally(refresh);
    return `The answer to ${name} is as it was.`;
  }

  function settle(review: ReviewEntry) {
    decide(review, { reported: false }, `The reports of the review by ${review.name} are settled.`);
  }

  const actions = { toggle, answer: setToAnswer, remove: setToDelete, settle };
  const columns = reviewColumns(isReadOnly ? undefined : actions);
  return (
    <>
      <DataList
        name="reviews"
        views={views}
        label="Reviews"
        columns={columns}
        nameOf={({ name }) => `the review by ${name}`}
        query={query}
        address={address}
        search={{ label: "Find a review", hint: "Name, text, account or part" }}
        unsorted="Newest first"
        filters={<ReviewFilters address={address} />}
        nothing={
          <Nothing isFiltered={[view.q, view.view, view.part, view.from, view.to].some(Boolean)} />
        }
        failed="The reviews could not be fetched"
        more="Show more reviews"
        open={(id) => {
          if (isReadOnly) return;
          setToAnswer(loaded.find(({ _id }) => _id === id));
        }}
        file={(columns) => reviewFilePath(view, columns)}
        hasUndo={!isReadOnly}
        {...(!isReadOnly && { selection })}
      />
      <Shelf>
        <BulkReviews selection={selection} rows={rows} />
      </Shelf>
      {toAnswer && (
        <AnswerReview
          review={toAnswer}
          listed={loaded.find(({ _id }) => _id === toAnswer._id)}
          onSaved={(text, auditId) => {
            showOnShelf(text, auditId === null ? undefined : () => undoAnswer(toAnswer, auditId));
            void refresh();
          }}
          onClose={() => setToAnswer(undefined)}
        />
      )}
      {toDelete && (
        <DeleteDialog
          topic="reviews"
          remove={() => call(reviewCalls.remove, { params: { id: toDelete._id } })}
          about={`Review by ${toDelete.name}`}
          keep="Keep the review"
          heading={heading}
          onClose={() => setToDelete(undefined)}
        >
          The review by <strong>{toDelete.name}</strong> will be removed{" "}
          {toDelete.part ? "from the page of the part" : "from the home page"}. Its author is not
          told. This cannot be undone: hide it if you may want it back.
        </DeleteDialog>
      )}
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Note title="No reviews yet">
        <p>Customers' reviews appear here as soon as they are written.</p>
      </Note>
    );
  }
  return (
    <Note title="No review matches">
      <PageLink to={paths.manageReviews} className="btn btn-secondary">
        Show all reviews
      </PageLink>
    </Note>
  );
}
