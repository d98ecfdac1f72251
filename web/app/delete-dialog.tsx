import { lazy, Suspense } from "react";
import type { DeleteProps } from "./confirm-delete.tsx";

// Loaded beside the page, so that the dialog also opens when the server cannot be reached later.
const loaded = import("./confirm-delete.tsx").then(({ ConfirmDelete }) => ({
  default: ConfirmDelete,
}));
loaded.catch(() => {});
const ConfirmDelete = lazy(() => loaded);

export function DeleteDialog(props: DeleteProps) {
  return (
    <Suspense fallback={null}>
      <ConfirmDelete {...props} />
    </Suspense>
  );
}
