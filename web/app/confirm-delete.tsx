import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";

export type DeleteProps = {
  topic: "parts" | "orders" | "reviews" | "users";
  remove: () => Promise<unknown>;
  about: string;
  keep?: string;
  heading: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

export function ConfirmDelete(props: DeleteProps) {
  const { topic, remove, about, keep, heading, onClose, children } = props;
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast("Deleted Success", "success", about),
    onError: (error) => showToast(error.message, "error", about),
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
