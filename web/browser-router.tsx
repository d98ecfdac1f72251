// The browser's history for React Router's plain router. Its data router does the same and much
// that no page of ours uses, for 16 KB more.
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
  type NavigateOptions,
  NavigationType,
  type Navigator,
  Router,
  type To,
} from "react-router";
import { newKey } from "./new-key.ts";
import { areAlike, firstRoom, type Place, ShownPlace, setAhead, type Visit } from "./places.tsx";
import { keepScroll, scrolledAt, scrollOurselves, scrollToPlace } from "./scroll.ts";

type Props = {
  /** Told before the page at an address is shown: its code and data may be on their way by then. */
  onGo: (path: string) => void;
  children: ReactNode;
};

/** The page that somebody may be about to go to. */
export let ahead = {
  /** Its code and data are here. */
  render(_path: string) {},
  drop() {},
};

export function BrowserRouter({ onGo, children }: Props) {
  const [place, setPlace] = useState<Place>(() => ({
    ...visitNow(NavigationType.Pop),
    room: firstRoom,
  }));
  const shown = useRef(place);
  /** Where the last press led, though the page before may still be shown. */
  const latest = useRef(place);
  const ready = useRef<Place>(undefined);

  const navigator = useMemo(() => {
    function show(next: Place, atOnce = false) {
      const set = () => {
        setPlace(next);
        setReady(undefined);
      };
      latest.current = next;
      // The page before stays until the next one is there, and is never in the way of the person.
      if (atOnce) flushSync(set);
      else startTransition(set);
    }
    function go(visit: Visit, atOnce = false) {
      const { key, pathname } = visit.location;
      if (pathname !== shown.current.location.pathname) onGo(pathname);
      show({ ...visit, room: roomOf(visit) ?? key }, atOnce);
    }
    /** What is still shown goes on for who comes back to it, too, before another page was there. */
    function roomOf({ location }: Visit): string | undefined {
      const places = [shown.current, latest.current];
      return places.find((place) => areAlike(place.location, location))?.room;
    }
    const goTo =
      (how: "pushState" | "replaceState", came: NavigationType) =>
      (to: To, usr?: unknown, options: NavigateOptions = {}) => {
        keepScroll(shown.current.location.key);
        const path = createHref(to);
        const there = came === NavigationType.Push && !usr && readyAt(path);
        history[how]({ key: there ? there.location.key : newKey(), usr }, "", path);
        const keepsScroll = !!options.preventScrollReset;
        if (there) show(there);
        else go({ ...visitNow(came), keepsScroll }, options.flushSync);
      };
    function readyAt(path: string): Place | undefined {
      const { current } = ready;
      return current && createPath(current.location) === path ? current : undefined;
    }
    function setReady(place: Place | undefined) {
      ready.current = place;
      setAhead(place);
    }
    return {
      createHref,
      go: (by: number) => history.go(by),
      push: goTo("pushState", NavigationType.Push),
      replace: goTo("replaceState", NavigationType.Replace),
      comeBack() {
        keepScroll(shown.current.location.key);
        go(visitNow(NavigationType.Pop));
      },
      ahead: {
        render(path: string) {
          const visit = firstVisit(path);
          if (roomOf(visit) || readyAt(path)) return;
          setReady({ ...visit, room: visit.location.key });
        },
        drop: () => setReady(undefined),
      },
    } satisfies Navigator & { comeBack(): void; ahead: typeof ahead };
  }, [onGo]);

  useEffect(() => {
    ahead = navigator.ahead;
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

  const { location, navigationType } = place;
  return (
    <Router location={location} navigationType={navigationType} navigator={navigator}>
      <ShownPlace value={place}>{children}</ShownPlace>
    </Router>
  );
}

function createHref(to: To): string {
  return typeof to === "string" ? to : createPath(to);
}

function visitNow(navigationType: NavigationType): Visit {
  // A place that the browser made itself, such as a jump within the page, has no key yet.
  if (!history.state?.key) history.replaceState({ ...history.state, key: newKey() }, "");
  const { pathname, search, hash } = location;
  const { key, usr } = history.state;
  const here = { pathname, search, hash, key, state: usr };
  return { location: here, navigationType, keepsScroll: false };
}

function firstVisit(path: string): Visit {
  const { pathname, search, hash } = new URL(path, location.origin);
  const there = { pathname, search, hash, key: newKey(), state: undefined };
  return { location: there, navigationType: NavigationType.Push, keepsScroll: false };
}

function scrollFor({ location: { key, hash }, navigationType, keepsScroll }: Visit): void {
  const isBack = navigationType === NavigationType.Pop;
  const before = isBack ? scrolledAt(key) : undefined;
  const aim = hash && document.getElementById(hash.slice(1));
  if (before !== undefined) scrollToPlace(before);
  else if (aim) aim.scrollIntoView();
  else if (!keepsScroll && !isBack) scrollToPlace(0);
}
