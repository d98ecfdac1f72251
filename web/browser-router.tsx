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
  type NavigateOptions,
  NavigationType,
  type Navigator,
  Router,
  type To,
} from "react-router";
import { newKey } from "./new-key.ts";
import { areAlike, firstRoom, type Place, PlacesContext, type Visit } from "./places.tsx";
import { keepScroll, scrolledAt, scrollOurselves, scrollToPlace } from "./scroll.ts";

type Props = {
  /** Told before the page at an address is shown: its code and data may be on their way by then. */
  onGo: (path: string) => void;
  children: ReactNode;
};

type Stage = {
  shown: Place;
  /** Rendered unseen: it only needs to be shown. */
  ahead?: Place;
};

/** The page that somebody may be about to go to. */
export let ahead = {
  /** Its code and data are here. */
  render(_path: string) {},
  drop() {},
};

export function BrowserRouter({ onGo, children }: Props) {
  const [stage, setStage] = useState<Stage>(() => ({
    shown: { ...visitNow(NavigationType.Pop), room: firstRoom },
  }));
  const shown = useRef(stage.shown);
  /** Where the last press led, though the page before may still be shown. */
  const latest = useRef(stage);

  const navigator = useMemo(() => {
    function set(next: Stage, atOnce = false) {
      latest.current = next;
      // The page before stays until the next one is there, and is never in the way of the person.
      if (atOnce) flushSync(() => setStage(next));
      else startTransition(() => setStage(next));
    }
    function show(visit: Visit, atOnce = false) {
      const { pathname } = visit.location;
      if (pathname !== shown.current.location.pathname) onGo(pathname);
      set({ shown: placeOf(visit) }, atOnce);
    }
    function placeOf(visit: Visit): Place {
      const { location, room } = latest.current.shown;
      return { ...visit, room: areAlike(visit.location, location) ? room : visit.location.key };
    }
    const goTo =
      (how: "pushState" | "replaceState", came: NavigationType) =>
      (to: To, usr?: unknown, options: NavigateOptions = {}) => {
        keepScroll(shown.current.location.key);
        const path = createHref(to);
        const ready = came === NavigationType.Push && !usr && aheadAt(path);
        history[how]({ key: ready ? ready.location.key : newKey(), usr }, "", path);
        const keepsScroll = !!options.preventScrollReset;
        if (ready) set({ shown: ready });
        else show({ ...visitNow(came), keepsScroll }, options.flushSync);
      };
    function aheadAt(path: string): Place | undefined {
      const { ahead } = latest.current;
      return ahead && createPath(ahead.location) === path ? ahead : undefined;
    }
    return {
      createHref,
      go: (by: number) => history.go(by),
      push: goTo("pushState", NavigationType.Push),
      replace: goTo("replaceState", NavigationType.Replace),
      comeBack() {
        keepScroll(shown.current.location.key);
        show(visitNow(NavigationType.Pop));
      },
      ahead: {
        render(path: string) {
          if (aheadAt(path)) return;
          const { shown } = latest.current;
          const ahead = placeOf(firstVisit(path));
          if (ahead.room !== shown.room) set({ shown, ahead });
        },
        drop() {
          if (latest.current.ahead) set({ shown: latest.current.shown });
        },
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

  const { location, navigationType } = stage.shown;
  useLayoutEffect(() => {
    shown.current = stage.shown;
    scrollFor(stage.shown);
  }, [stage.shown]);

  const places = useMemo(() => [stage.shown, ...(stage.ahead ? [stage.ahead] : [])], [stage]);
  return (
    <Router location={location} navigationType={navigationType} navigator={navigator}>
      <PlacesContext value={places}>{children}</PlacesContext>
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
