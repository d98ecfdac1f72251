import { X } from "lucide-react";
import type { BasketComment } from "#contract/basket-comments.ts";
import { DateTime } from "#web/app/format.tsx";

type Props = {
  about: string;
  comments: readonly BasketComment[];
  onRemove?: (comment: BasketComment) => void;
};

export function CommentList({ about, comments, onRemove }: Props) {
  if (comments.length === 0) return null;
  return (
    <ul aria-label={`Comments on ${about}`} className="grid gap-2 border-s-2 border-base-300 ps-3">
      {comments.map((comment) => (
        <li key={comment._id} className="flex items-start justify-between gap-2 text-sm">
          <div className="min-w-0">
            <p className="text-base-content/75">
              <bdi className="font-semibold wrap-anywhere text-base-content">
                {comment.name || "Without a name"}
              </bdi>
              , <DateTime time={comment.at} />
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {comment.text}
            </p>
          </div>
          {onRemove && (
            <button
              type="button"
              className="btn btn-ghost btn-square shrink-0"
              aria-label={`Remove the comment of ${comment.name || "somebody without a name"} on ${about}`}
              onClick={() => onRemove(comment)}
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
