import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/** Of the fragment, which reaches no log. Null on the server and during hydration. */
export function useLinkToken(): string | null {
  const { hash } = useLocation();
  return useSyncExternalStore(
    () => () => {},
    () => new URLSearchParams(hash.slice(1)).get("token") ?? "",
    () => null,
  );
}
