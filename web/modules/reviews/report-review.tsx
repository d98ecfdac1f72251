import { lazy, Suspense, useState } from "react";

const ReportDialog = lazy(async () => ({
  default: (await import("./report-dialog.tsx")).ReportDialog,
}));

type Props = { review: { _id: string; name: string } };

export function ReportReview({ review }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="min-h-11 cursor-pointer text-start text-sm text-base-content/75 underline underline-offset-4"
        aria-label={`Report the review by ${review.name}`}
        onClick={() => setOpen(true)}
      >
        Report this review
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog review={review} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
