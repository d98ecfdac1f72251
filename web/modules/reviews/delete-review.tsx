import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { ReviewEntry } from "#contract/reviews.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { removeReview } from "./manage-calls.ts";

type Props = { review: ReviewEntry; heading: RefObject<HTMLElement | null>; onClose: () => void };

export function DeleteReview({ review, heading, onClose }: Props) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeReview(review._id),
    onSuccess: () => showToast("Deleted Success"),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries({ queryKey: ["reviews"] }),
  });
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm="Delete"
      refuse="Keep the review"
      focusAfter={heading}
      onConfirm={() => removal.mutateAsync()}
      onClose={onClose}
    >
      <p>
        The review by <strong>{review.name}</strong> will be taken off the home page. Its writer is
        not told. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
