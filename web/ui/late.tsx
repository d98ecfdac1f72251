// Code that comes later than its page. If it does not come, the page says so where it belongs.
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export const notLoaded =
  "A part of this page could not be loaded. Check your connection, then load the page again.";

export function late<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
}

function NotLoaded() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-3">
      <p>{notLoaded}</p>
      <button type="button" className="btn btn-outline" onClick={() => void reloadPage()}>
        Load it again
      </button>
    </div>
  );
}

/** If the shop cannot be reached, the browser would show its own error page. */
export async function reloadPage(): Promise<void> {
  const response = await fetch(location.href, { method: "HEAD" }).catch(() => undefined);
  if (response?.ok) location.reload();
}
