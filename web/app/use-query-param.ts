import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/** Null on the server and during hydration: pages are rendered without a query string. */
export function useQueryParam(name: string): string | null {
  const { search } = useLocation();
  return useSyncExternalStore(
    () => () => {},
    () => new URLSearchParams(search).get(name),
    () => null,
  );
}
