import type { RefObject } from "react";
import { type ManagedPart, partEditCalls } from "#contract/part-edits.ts";
import { call } from "#web/app/call.ts";
import { DeleteDialog } from "#web/app/delete-dialog.tsx";
import { plural } from "#web/app/format.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";

type Props = {
  part: ManagedPart;
  heading: RefObject<HTMLElement | null>;
  onClose: () => void;
};

export function DeleteProduct({ part, heading, onClose }: Props) {
  return (
    <DeleteDialog
      topic="parts"
      remove={() => removePart(part)}
      about={part.name}
      keep="Keep the product"
      heading={heading}
      onClose={onClose}
    >
      <strong>{part.name}</strong> will be taken out of the catalogue, with the{" "}
      {plural(part.availablQuantity, "piece")} on its shelf. Orders of it stay as they are. You can
      undo it.
    </DeleteDialog>
  );
}

async function removePart({ _id: id, number }: ManagedPart): Promise<void> {
  await call(partEditCalls.remove, { params: { id } });
  showOnShelf(`${number} was deleted.`, async () => {
    const { undoLatest } = await import("#web/app/undo-change.ts");
    await undoLatest(id);
    return `${number} is back.`;
  });
}
