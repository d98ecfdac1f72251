// What a person sees first of a page is painted first, and the rest of it a moment later.
import { useDeferredValue } from "react";
import { useNavigationType } from "react-router";

/**
 * `first` in the frame that shows the page to who comes from another one, and `all` from then on. Who
 * comes back finds all of it, and so the place where they were; so does the server.
 */
export function useFirstSight<Value>(all: Value, first: Value): Value {
  const comesNew = useNavigationType() !== "POP";
  return useDeferredValue(all, comesNew ? first : all);
}
