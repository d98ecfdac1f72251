import { type ComponentType, Suspense, useState } from "react";
import { late } from "#web/ui/late.tsx";
import type { DeleteProps } from "./confirm-delete.tsx";

// Loaded beside the page, so that the dialog also opens when the server cannot be reached later.
let Loaded: ComponentType<DeleteProps> | undefined;
const loading = import("./confirm-delete.tsx").then(({ ConfirmDelete }) => {
  Loaded = ConfirmDelete;
  return ConfirmDelete;
});
loading.catch(() => {});
const Loading = late(() => loading);

export function DeleteDialog(props: DeleteProps) {
  // Without suspending once it is loaded: the next key press belongs to the dialog.
  const [Dialog] = useState(() => Loaded ?? Loading);
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
