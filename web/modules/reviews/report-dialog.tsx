import { type FormEvent, useEffect, useRef, useState } from "react";
import { reviewReportCalls } from "#contract/review-reports.ts";
import { type ReportReason, reportReasons } from "#contract/reviews.ts";
import { call } from "#web/app/call.ts";
import { Select } from "#web/ui/choice.tsx";
import { FormError, TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Props = {
  reviews: readonly { _id: string; name: string }[];
  onClose: () => void;
};

export function ReportDialog({ reviews, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [id, setId] = useState(reviews[0]?._id ?? "");
  const [reason, setReason] = useState<ReportReason>("insult");
  const [note, setNote] = useState("");
  const { run, isBusy, failure } = useAction();

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  function send(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      await call(reviewReportCalls.report, { params: { id }, body: { reason, note } });
      onClose();
      showToast("Thank you. We will look at this review.");
    });
  }

  const [first] = reviews;
  const title = reviews.length === 1 ? `Report the review by ${first?.name}` : "Report a review";
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className="m-auto w-[calc(100%-2rem)] max-w-md border border-base-300 bg-base-100 p-6 text-base-content backdrop:bg-neutral/60"
      onClose={onClose}
    >
      <h2 className="text-xl font-extrabold wrap-anywhere">{title}</h2>
      <form noValidate aria-label="Report" className="mt-4 grid gap-4" onSubmit={send}>
        {reviews.length > 1 && (
          <Select
            label="Which one?"
            choices={Object.fromEntries(reviews.map((each) => [each._id, `By ${each.name}`]))}
            value={id}
            onChoose={setId}
          />
        )}
        <Select
          label="What is wrong with it?"
          choices={reportReasons}
          value={reason}
          onChoose={setReason}
        />
        <TextArea
          label="More about it"
          hint="You may leave this empty. Only the shop reads it."
          rows={3}
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <FormError>{failure}</FormError>
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
            Send the report
          </button>
          <button type="button" className="btn btn-outline" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
