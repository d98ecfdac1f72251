// What a person sees first of a page is painted first, and the rest of it a moment later.
import { useDeferredValue } from "react";
import { useNavigationType } from "react-router";

/**
 * False in the frame that shows a page to who comes from another one, and true from then on. Who comes
 * back finds all of it, and so the place where they were, but where `knows` how high it was; the
 * server renders all of it, too.
 */
export function useIsWhole(knows = false): boolean {
  const comesNew = useNavigationType() !== "POP";
  return useDeferredValue(true, !comesNew && !knows);
}
