import type { ReactNode } from "react";
import { NavLink } from "react-router";

let warm: (path: string) => void = () => {};

/** Sets how a page is fetched ahead; the router knows how, and links cannot import it. */
export function warmWith(warmer: (path: string) => void): void {
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
  const ahead = () => warm(to);
  return (
    <NavLink to={to} end onPointerEnter={ahead} onFocus={ahead} onTouchStart={ahead} {...rest} />
  );
}
