import { useSyncExternalStore } from "react";

const query = "(min-width: 48rem)";

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => true,
  );
}
