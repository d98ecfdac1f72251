import { createContext, use, useRef } from "react";
import { NavLink, type NavLinkProps } from "react-router";

/** Milliseconds: a pointer that only crosses the link fetches nothing. */
const hoverMs = 50;

/** Fetches the page at a path ahead of its opening; see prefetch.ts. */
export const PrefetchContext = createContext<(path: string) => void>(() => {});

type Props = Pick<NavLinkProps, "children" | "className" | "aria-label"> & { to: string };

/** A link to a page of the shop, which is prefetched on hover, touch and focus. */
export function PageLink({ to, ...rest }: Props) {
  const prefetch = use(PrefetchContext);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <NavLink
      to={to}
      end
      discover="none"
      onPointerEnter={() => {
        hover.current = setTimeout(prefetch, hoverMs, to);
      }}
      onPointerLeave={() => clearTimeout(hover.current)}
      onTouchStart={() => prefetch(to)}
      onFocus={() => prefetch(to)}
      {...rest}
    />
  );
}
