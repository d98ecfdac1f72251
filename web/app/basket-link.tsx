import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { formatNumber } from "#contract/rules/money.ts";
import { useBasket } from "#web/modules/baskets/calls.ts";
import { setDrawerOpen, useDrawerOpen } from "#web/modules/baskets/drawer-state.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { PageLink } from "./page-link.tsx";
import { paths } from "./paths.ts";

type Drawer = ComponentType<{ user: { _id: string } | null | undefined }>;

/** In the browser only, as a basket needs it; with a modifier key it leads to the page. */
export function BasketLink() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const { data: basket } = useBasket(user, false);
  const isOpen = useDrawerOpen();
  const [isInBrowser, setInBrowser] = useState(false);
  const [Drawer, setDrawer] = useState<Drawer>();
  const pieces = basket?.pieces ?? 0;

  useEffect(() => setInBrowser(true), []);
  // The checkout has no link to the basket; the drawer must not open again after it.
  useEffect(() => () => setDrawerOpen(false), []);
  useEffect(() => {
    if (!isOpen) return;
    void import("#web/modules/baskets/basket-drawer.tsx").then(({ BasketDrawer }) =>
      setDrawer(() => BasketDrawer),
    );
  }, [isOpen]);

  function open(event: MouseEvent) {
    if (pathname === paths.basket || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setDrawerOpen(true);
  }

  if (!isInBrowser) return <div className="h-11 w-10 md:w-24" />;

  return (
    <>
      <div className="basket-link" onClickCapture={open}>
        <PageLink
          to={paths.basket}
          className="flex min-h-[min(2.75rem,56px)] items-center gap-2 px-2 font-medium hover:text-accent"
        >
          <svg viewBox="0 0 24 24" className="size-6 fill-none stroke-current" aria-hidden="true">
            <path d="M2 11h20M5 11l4-7M19 11l-4-7M4 11l2 9h12l2-9" strokeWidth="1.75" />
          </svg>
          <span className="max-md:sr-only">Basket</span>
          {pieces > 0 && (
            <span className="bg-neutral px-1.5 text-sm font-semibold text-neutral-content">
              {formatNumber(pieces, 0)}
              <span className="sr-only"> {pieces === 1 ? "piece" : "pieces"}</span>
            </span>
          )}
        </PageLink>
      </div>
      {isOpen && Drawer && <Drawer user={user} />}
    </>
  );
}
