import { X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ReviewEntry } from "#contract/reviews.ts";
import { CallRefused } from "#web/app/call.ts";
import { TextArea } from "#web/ui/field.tsx";
import { editReview } from "./manage-calls.ts";
import { ReviewText } from "./review-card.tsx";

type Props = { review: ReviewEntry; onSaved: (text: string) => void; onClose: () => void };

export function AnswerReview({ review, onSaved, onClose }: Props) {
  const { name, description, answer } = review;
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(answer ?? "");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  async function save(next: string | null) {
    if (isBusy) return;
    setBusy(true);
    try {
      await editReview(review, { answer: next });
    } catch (failure) {
      const { fields = {} } = failure instanceof CallRefused ? failure : {};
      setError(fields.answer ?? (failure as Error).message);
      setBusy(false);
      return;
    }
    onSaved(next === null ? `The answer to ${name} is gone.` : `The answer to ${name} is shown.`);
    onClose();
  }

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
          void save(text.trim() === "" && answer !== undefined ? null : text);
        }}
      >
        <TextArea
          label="Your answer"
          hint="Everybody reads it below the review."
          maxLength={2000}
          rows={5}
          value={text}
          error={error}
          onChange={({ target }) => {
            setText(target.value);
            setError("");
          }}
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
            Save the answer
          </button>
          {answer !== undefined && (
            <button type="button" className="btn btn-outline" onClick={() => save(null)}>
              Take the answer back
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
