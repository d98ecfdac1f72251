import type { ReviewEntry } from "#contract/reviews.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import { formatDateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { BoughtHere, ReviewPicture, ReviewText, Stars } from "./review-card.tsx";

type Props = { review: ReviewEntry; onDelete: () => void };

export function ManageReviewRow({ review, onDelete }: Props) {
  const { name, ratting, img, description, picture, account, at, part, boughtHere } = review;
  return (
    <Row className="grid-cols-[minmax(0,1fr)]">
      <Cell className="align-top">
        <div className="mb-2 flex items-center gap-3">
          <Avatar name={name} img={img} className="size-9" />
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere" dir="auto">
              {name}
            </span>
            <Stars ratting={ratting} />
            {boughtHere && <BoughtHere />}
          </div>
        </div>
        {part && (
          <p className="mb-2 text-sm">
            Of{" "}
            <PageLink to={shortPartPath(part.number)} className="link">
              {part.number} {part.name}
            </PageLink>
          </p>
        )}
        {description ? (
          <ReviewText text={description} />
        ) : (
          <span className="text-base-content/75">No text</span>
        )}
        {picture !== "" && <ReviewPicture picture={picture} name={name} />}
      </Cell>
      <Cell className="align-top text-sm wrap-anywhere md:w-[30%]">
        {account ?? <span className="text-base-content/75">No account</span>}
        <time dateTime={at} className="mt-1 block text-base-content/75">
          {formatDateTime(at)}
        </time>
      </Cell>
      <Cell className="align-top md:w-28">
        <button
          type="button"
          className="btn btn-outline btn-sm h-10"
          aria-label={`Delete the review by ${name}`}
          onClick={onDelete}
        >
          Delete
        </button>
      </Cell>
    </Row>
  );
}
