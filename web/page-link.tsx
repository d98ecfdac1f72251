import { type MouseEvent, type ReactNode, use, useEffect, useRef } from "react";
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from "react-router";
import { onInView } from "./in-view.ts";

/** How sure it is that the link will be followed: it is only seen, or pointed at, or not any more. */
export type Intent = "seen" | "pointed-at" | "left";

let warm: (path: string, intent: Intent) => void = () => {};

/** Sets how a page is fetched ahead; ahead.ts knows how, and links cannot import it. */
export function warmWith(warmer: typeof warm): void {
  warm = warmer;
}

type Props = {
  to: string;
  children: ReactNode;
  className?: string;
  "aria-label"?: string;
};

/**
 * A link to a page of ours: its code and data are fetched when a person is about to follow it. The
 * router's own link resolves where it leads against where it stands, at each rendering and for each
 * card of a list; ours lead to whole paths.
 */
export function PageLink({ to, ...rest }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const { navigator } = use(NavigationContext);
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (link.current) return onInView(link.current, () => warm(to, "seen"));
  }, [to]);
  const pointAt = () => warm(to, "pointed-at");
  const leave = () => warm(to, "left");

  function follow(event: MouseEvent) {
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    // As a browser does it: the same page again is no new place to come back to.
    if (to === pathname + search + hash) navigator.replace(to);
    else navigator.push(to);
  }

  return (
    <a
      ref={link}
      href={to}
      aria-current={pathname === to.split("?")[0] ? "page" : undefined}
      onClick={follow}
      onPointerEnter={pointAt}
      onFocus={pointAt}
      onTouchStart={pointAt}
      onPointerLeave={leave}
      onBlur={leave}
      {...rest}
    />
  );
}

/** Another button or a key with it asks for another tab or window, or to save what is there. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
