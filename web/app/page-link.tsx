import { ArrowLeft } from "lucide-react";
import { createContext, use, useRef } from "react";
import { NavLink, type NavLinkProps } from "react-router";

/** A pointer that only crosses the link fetches nothing. */
const hoverMs = 50;

export const PrefetchContext = createContext<(path: string) => void>(() => {});

type Props = Pick<NavLinkProps, "children" | "className" | "aria-label" | "onClick"> & {
  to: string;
};

/** Prefetched on hover, touch and focus. */
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

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <PageLink
      to={to}
      className="link mb-1 inline-flex min-h-11 items-center gap-2 text-sm font-medium"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {children}
    </PageLink>
  );
}
