import { useSyncExternalStore } from "react";

let lostAt: Date | undefined;
let listener = () => {};

/** `since`: what is shown is of then; undefined while connected. */
export function showConnection(since: Date | undefined): void {
  if (since && lostAt) return;
  lostAt = since;
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
  const time = since?.toLocaleTimeString(navigator.language, { timeStyle: "short" });
  return (
    <div role="status" className="sticky bottom-0 z-40 print:hidden">
      {time && (
        <p className="bg-warning px-4 py-1 text-center text-sm text-warning-content">
          Not connected. As of {time}.
        </p>
      )}
    </div>
  );
}
