import { Suspense, useState } from "react";
import type { Review } from "#contract/reviews.ts";
import { late } from "#web/ui/late.tsx";

const ReportDialog = late(async () => (await import("./report-dialog.tsx")).ReportDialog);

type Props = {
  reviews: readonly Pick<Review, "_id" | "name">[];
  label?: string;
  children: string;
};

export function ReportReview({ reviews, label, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="ms-auto min-h-11 cursor-pointer self-end text-start text-sm text-base-content/75 underline underline-offset-4"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog reviews={reviews} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
