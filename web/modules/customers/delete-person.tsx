import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { User } from "#contract/customers.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { removeUser } from "./calls.ts";

type Props = { person: User; heading: RefObject<HTMLElement | null>; onClose: () => void };

export function DeletePerson({ person, heading, onClose }: Props) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeUser(person._id),
    onSuccess: () => showToast("Deleted Success"),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm="Delete"
      focusAfter={heading}
      onConfirm={() => removal.mutateAsync()}
      onClose={onClose}
    >
      <p>
        The account of <strong>{person.email}</strong> will be deleted, with its profile, and signed
        out everywhere. Orders and reviews stay. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
