import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";

export type DeleteProps = {
  topic: "parts" | "orders" | "reviews" | "users";
  remove: () => Promise<unknown>;
  keep?: string;
  heading: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

export function ConfirmDelete({ topic, remove, keep, heading, onClose, children }: DeleteProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast("Deleted Success"),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries({ queryKey: [topic] }),
  });
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm="Delete"
      refuse={keep}
      focusAfter={heading}
      onConfirm={() => removal.mutateAsync()}
      onClose={onClose}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
