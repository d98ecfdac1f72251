import type { ReviewEntry } from "#contract/reviews.ts";
import { shortPartPath } from "#contract/rules/part-path.ts";
import { describeReports, nameHidden, othersName } from "#contract/rules/review-words.ts";
import { formatDateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { BoughtHere, ReviewPicture, ReviewText, ShopAnswer, Stars } from "./review-card.tsx";

type Column = ListColumn<ReviewEntry>;
type Act = (review: ReviewEntry) => void;
type Actions = { toggle: Act; answer: Act; remove: Act; settle: Act };

const reviewFile = [
  "name",
  "stars",
  "bought",
  "hidden",
  "reports",
  "reasons",
  "part",
  "review",
  "answer",
];

export function reviewColumns(actions: Actions | undefined): Column[] {
  const all: Column[] = [
    {
      file: reviewFile,
      name: "Review",
      sort: "ratting",
      className: "align-top max-md:col-span-2 md:py-3",
      cell: (review) => <ReviewCell review={review} />,
    },
    {
      name: "Account",
      file: ["account", "others-name"],
      choice: "shown",
      className: "align-top text-sm wrap-anywhere max-md:col-span-2 md:w-[22%] md:py-3",
      cell: ({ account, isOthersName }) => (
        <>
          {account ?? <span className="text-base-content/75">No account</span>}
          {isOthersName && (
            <span className="mt-1 block border-s-4 border-warning ps-2 font-semibold">
              {othersName}
            </span>
          )}
        </>
      ),
    },
    {
      name: "Written",
      sort: "at",
      file: "written",
      choice: "shown",
      className: "align-top text-sm max-md:col-span-2 md:w-40 md:py-3 xl:w-44 xl:whitespace-nowrap",
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
  ];
  if (!actions) return all;
  return [
    ...all,
    {
      name: "Actions",
      className: "align-top max-md:col-span-2 md:w-28 md:py-3 xl:w-52",
      cell: (review) => <Buttons review={review} actions={actions} />,
    },
  ];
}

function ReviewCell({ review }: { review: ReviewEntry }) {
  const { name, ratting, img, description, picture, part, boughtHere, hidden, answer } = review;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <Avatar name={name} img={img} className="size-9" />
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere" dir="auto">
            {name}
          </span>
          <Stars ratting={ratting} />
          {boughtHere && <BoughtHere />}
          {hidden && (
            <span className="border border-base-content/40 px-1.5 text-xs">
              {nameHidden(review)}
            </span>
          )}
        </div>
      </div>
      <Reports reports={review.reports} />
      {part && (
        <p className="text-sm">
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
      {answer !== undefined && <ShopAnswer answer={answer} />}
    </div>
  );
}

function Reports({ reports }: Pick<ReviewEntry, "reports">) {
  if (reports.length === 0) return null;
  return (
    <div className="border-s-4 border-warning ps-3 text-sm">
      <p className="font-semibold">
        Reported {reports.length === 1 ? "once" : `${reports.length} times`}
      </p>
      <ul>
        {describeReports({ reports }).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function Buttons({ review, actions }: { review: ReviewEntry; actions: Actions }) {
  const { name, hidden, answer } = review;
  const buttons: [text: string, label: string, act: Act][] = [
    [answer === undefined ? "Answer" : "Edit answer", "Answer", actions.answer],
    [hidden ? "Show" : "Hide", hidden ? "Show" : "Hide", actions.toggle],
    ...(review.reports.length > 0 && !hidden
      ? ([["Keep it", "Settle the reports of", actions.settle]] as [string, string, Act][])
      : []),
    ["Delete", "Delete", actions.remove],
  ];
  return (
    <div className="flex flex-wrap gap-2 md:grid xl:grid-cols-2">
      {buttons.map(([text, label, act]) => (
        <button
          key={label}
          type="button"
          className="btn btn-outline btn-sm h-10"
          aria-label={`${label} the review by ${name}`}
          onClick={() => act(review)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
