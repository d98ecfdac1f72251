// The browser's history for React Router's plain router. Its data router does the same and much
// that no page of ours uses, for 16 KB more (decisions/0029).
import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import {
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  Router,
  type To,
} from "react-router";
import { newKey } from "./new-key.ts";
import { keepScroll, scrolledAt, scrollOurselves, scrollToPlace } from "./scroll.ts";

type Place = { location: Location; came: NavigationType; keepsScroll: boolean };
type Props = {
  /** Told before the page at an address is shown: its code and data may be on their way by then. */
  onGo: (path: string) => void;
  children: ReactNode;
};

export function BrowserRouter({ onGo, children }: Props) {
  const [place, setPlace] = useState<Place>(() => placeNow(NavigationType.Pop));
  const shown = useRef(place);

  const navigator = useMemo(() => {
    function show(next: Place, atOnce = false) {
      if (next.location.pathname !== shown.current.location.pathname) {
        onGo(next.location.pathname);
      }
      // The page before stays until the next one is there, and is never in the way of the person.
      if (atOnce) flushSync(() => setPlace(next));
      else startTransition(() => setPlace(next));
    }
    const goTo =
      (how: "pushState" | "replaceState", came: NavigationType) =>
      (to: To, usr?: unknown, options: NavigateOptions = {}) => {
        keepScroll(shown.current.location.key);
        history[how]({ key: newKey(), usr }, "", createHref(to));
        show({ ...placeNow(came), keepsScroll: !!options.preventScrollReset }, options.flushSync);
      };
    return {
      createHref,
      go: (by: number) => history.go(by),
      push: goTo("pushState", NavigationType.Push),
      replace: goTo("replaceState", NavigationType.Replace),
      comeBack() {
        keepScroll(shown.current.location.key);
        show(placeNow(NavigationType.Pop));
      },
    } satisfies Navigator & { comeBack(): void };
  }, [onGo]);

  useEffect(() => {
    addEventListener("popstate", navigator.comeBack);
    const stop = scrollOurselves(() => shown.current.location.key);
    return () => {
      removeEventListener("popstate", navigator.comeBack);
      stop();
    };
  }, [navigator]);

  useLayoutEffect(() => {
    shown.current = place;
    scrollFor(place);
  }, [place]);

  return (
    <Router location={place.location} navigationType={place.came} navigator={navigator}>
      {children}
    </Router>
  );
}

function createHref(to: To): string {
  return typeof to === "string" ? to : createPath(to);
}

function placeNow(came: NavigationType): Place {
  // A place that the browser made itself, such as a jump within the page, has no key yet.
  if (!history.state?.key) history.replaceState({ ...history.state, key: newKey() }, "");
  const { pathname, search, hash } = location;
  const { key, usr } = history.state;
  return { location: { pathname, search, hash, key, state: usr }, came, keepsScroll: false };
}

function scrollFor({ location: { key, hash }, came, keepsScroll }: Place): void {
  const before = came === NavigationType.Pop ? scrolledAt(key) : undefined;
  const aim = hash && document.getElementById(hash.slice(1));
  if (before !== undefined) scrollToPlace(before);
  else if (aim) aim.scrollIntoView();
  else if (!keepsScroll && came !== NavigationType.Pop) scrollToPlace(0);
}
