import { X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ReviewEntry } from "#contract/reviews.ts";
import { isRefusedAs } from "#web/app/call.ts";
import { ChangedMeanwhile } from "#web/app/changed-meanwhile.tsx";
import { TextArea } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { editReview } from "./manage-calls.ts";
import { ReviewText } from "./review-card.tsx";

type Props = {
  review: ReviewEntry;
  /** As the list has it now; undefined once it is not in the list any more. */
  listed: ReviewEntry | undefined;
  onSaved: (text: string, auditId: string | null) => void;
  onClose: () => void;
};

export function AnswerReview({ review, listed, onSaved, onClose }: Props) {
  const { name, description, answer } = review;
  const dialog = useRef<HTMLDialogElement>(null);
  const seen = answer ?? null;
  const [present, setPresent] = useState(seen);
  const [text, setText] = useState(answer ?? "");
  const { run, isBusy, failure, errors, clear } = useAction();

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const listedAnswer = listed && (listed.answer ?? null);
  useEffect(() => {
    if (listedAnswer !== undefined) setPresent(listedAnswer);
  }, [listedAnswer]);

  async function save(next: string | null, expected: string | null) {
    try {
      const { auditId } = await editReview(review, { answer: next, expected });
      const done = next === null ? "is gone" : "is shown";
      onSaved(`The answer to ${name} ${done}.`, auditId);
      onClose();
    } catch (error) {
      if (isRefusedAs(error, "conflict")) {
        setPresent((error.present as { answer: string | null }).answer);
      }
      throw error;
    }
  }

  const written = text.trim() === "" && present !== null ? null : text;
  return (
    <dialog
      ref={dialog}
      aria-label={`Answer the review by ${name}`}
      className="m-auto w-[calc(100%-2rem)] max-w-lg border border-base-300 bg-base-100 p-6 text-base-content backdrop:bg-neutral/60"
      onClose={onClose}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-xl font-extrabold wrap-anywhere">Answer {name}</h2>
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label="Close"
          onClick={onClose}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      {description !== "" && (
        <blockquote className="mt-2 border-s-4 border-base-300 ps-3">
          <ReviewText text={description} />
        </blockquote>
      )}
      <form
        noValidate
        aria-label="Answer"
        className="mt-4 grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void run(() => save(written, seen));
        }}
      >
        <TextArea
          label="Your answer"
          hint="Everybody reads it below the review."
          maxLength={2000}
          rows={5}
          value={text}
          error={errors.answer ?? failure}
          onChange={({ target }) => {
            setText(target.value);
            clear();
          }}
        />
        {present !== seen && (
          <ChangedMeanwhile
            about={review._id}
            isIt={({ after }) => after !== null && "answer" in after}
            present={present ?? ""}
            did={present === null ? "has taken the answer back" : "has answered"}
            keep={present === null ? "Leave it without an answer" : "Keep theirs"}
            onKeep={onClose}
            onReplace={() => run(() => save(written, present))}
          >
            {present !== null && <ReviewText text={present} />}
          </ChangedMeanwhile>
        )}
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
            Save the answer
          </button>
          {answer !== undefined && (
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => run(() => save(null, seen))}
            >
              Take the answer back
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
