import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/**
 * What the address says by this name. Nothing on the server and while the browser takes its page
 * over: pages are rendered once for everyone, at an address without a query.
 */
export function useQueryParam(name: string): string | null {
  const { search } = useLocation();
  return useSyncExternalStore(
    () => () => {},
    () => new URLSearchParams(search).get(name),
    () => null,
  );
}
