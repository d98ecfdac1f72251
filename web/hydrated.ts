import { useSyncExternalStore } from "react";

/**
 * False on the server and while the browser takes its page over: pages are rendered once for
 * everyone, at an address without a query, so only then may one be read.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
