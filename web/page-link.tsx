import { type ReactNode, useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { onInView } from "./in-view.ts";

/** How sure it is that the link will be followed: it is only seen, or pointed at. */
export type Intent = "seen" | "pointed-at";

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

/** A link to a page of ours: its code and data are fetched when a person is about to follow it. */
export function PageLink({ to, ...rest }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (link.current) return onInView(link.current, () => warm(to, "seen"));
  }, [to]);
  const ahead = () => warm(to, "pointed-at");
  return (
    <NavLink
      ref={link}
      to={to}
      end
      discover="none"
      onPointerEnter={ahead}
      onFocus={ahead}
      onTouchStart={ahead}
      {...rest}
    />
  );
}
