import { notLoaded } from "#web/ui/late.tsx";
import { showToast } from "#web/ui/toast.tsx";

/**
 * Whatever code is loaded later and does not come: its error says what people can do, and if nothing
 * on the page shows the error, a message does.
 */
export function tellOfMissingCode(): void {
  const missing = new WeakSet<Error>();
  addEventListener("vite:preloadError", ({ payload }) => {
    payload.message = notLoaded;
    missing.add(payload);
  });
  addEventListener("unhandledrejection", (event) => {
    if (!missing.has(event.reason)) return;
    event.preventDefault();
    showToast(notLoaded, "error");
  });
}
