import { useEffect } from "react";
import { useLocation } from "react-router";
import { reloadPage } from "#web/ui/late.tsx";
import { Note } from "#web/ui/placeholder.tsx";

const failedVisits = new Map<string, string>();

/** Its code failed before the page was opened, so opening it is the second try. */
export function noteFailedPrefetch(pathname: string): void {
  failedVisits.set(pathname, "");
}

export function PageFailure() {
  const { pathname, key } = useLocation();

  // Browsers remember a module that failed to load until the document is reloaded.
  useEffect(() => {
    const failedBefore = failedVisits.get(pathname);
    failedVisits.set(pathname, key);
    if (failedBefore !== undefined && failedBefore !== key) void reloadPage();
  }, [pathname, key]);

  return (
    <div className="wide py-24">
      <Note title="This page could not be shown" heading="h1" alert>
        <p>Something went wrong while opening it. Reloading the page often helps.</p>
        <button type="button" className="btn btn-secondary" onClick={() => location.reload()}>
          Load it again
        </button>
      </Note>
    </div>
  );
}
