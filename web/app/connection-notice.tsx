import { useSyncExternalStore } from "react";
import { formatTime } from "./format.tsx";

let lostAt: Date | undefined;
let listener = () => {};

/** `since`: what is shown is of then; undefined while connected. */
export function showConnection(since: Date | undefined): void {
  if (since && lostAt) return;
  lostAt = since;
  const { style } = document.documentElement;
  // Verdicts on parts stay readable, each with this time (search-bar.css).
  if (since) style.setProperty("--as-of", JSON.stringify(`As of ${formatTime(since)}`));
  else style.removeProperty("--as-of");
  listener();
}

function subscribe(next: () => void): () => void {
  listener = next;
  return () => {
    listener = () => {};
  };
}

export function ConnectionNotice() {
  const since = useSyncExternalStore(
    subscribe,
    () => lostAt,
    () => undefined,
  );
  return (
    <div role="status" className="sticky bottom-0 z-40 print:hidden">
      {since && (
        <p className="bg-warning px-4 py-1 text-center text-sm text-warning-content">
          Not connected. As of {formatTime(since)}.
        </p>
      )}
    </div>
  );
}
