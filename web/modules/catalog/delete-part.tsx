import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { Part } from "#contract/catalog.ts";
import { formatCount } from "#web/app/format.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { removePart } from "./calls.ts";

type Props = { part: Part; heading: RefObject<HTMLElement | null>; onClose: () => void };

export function DeletePart({ part, heading, onClose }: Props) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removePart(part._id),
    onSuccess: () => showToast("Deleted Success"),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries({ queryKey: ["parts"] }),
  });
  return (
    <ConfirmDialog
      title="Are you sure?"
      confirm="Delete"
      refuse="Keep the product"
      focusAfter={heading}
      onConfirm={() => removal.mutateAsync()}
      onClose={onClose}
    >
      <p>
        <strong>{part.name}</strong> will be taken out of the catalogue, with the{" "}
        {formatCount(part.availablQuantity)} pieces on its shelf. Orders of it stay as they are.
        This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
