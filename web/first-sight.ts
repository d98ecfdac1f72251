// What a person sees first of a page is painted first, and the rest of it a moment later.
import { startTransition, useEffect, useState } from "react";
import { useNavigationType } from "react-router";

/**
 * False in the frame that shows a page to who comes from another one, and true from then on. Who comes
 * back finds all of it, and so the place where they were, unless the page `knows` what they saw there;
 * the server renders all of it, too.
 */
export function useIsWhole(knows = false): boolean {
  const comesNew = useNavigationType() !== "POP";
  const [isWhole, setWhole] = useState(!comesNew && !knows);
  // Effects wait until the page is seen: what is rendered ahead is its first sight. And what begins
  // while the browser goes back, React ends in the same task.
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setWhole(true)));
    return () => clearTimeout(timer);
  }, []);
  return isWhole;
}
