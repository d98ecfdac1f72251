import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { titleOf } from "#web/head.ts";
import { Toasts } from "#web/look/toast.tsx";
import { pageAt } from "#web/router.tsx";
import { useShopName } from "#web/shop-name.ts";
import { Footer } from "./footer.tsx";
import { Navbar } from "./navbar.tsx";
import { PrintHead } from "./print-head.tsx";

/** What stands around every page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col print:min-h-0 bg-base-100 text-base-content">
      <a
        href="#main"
        className="btn btn-primary absolute start-2 top-2 z-50 -translate-y-24 focus:translate-y-0 print:hidden"
      >
        Skip to the content
      </a>
      <Navbar />
      <PrintHead />
      <Main>{children}</Main>
      <Footer />
      <Toasts />
    </div>
  );
}

function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const shopName = useShopName();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // A new page without a new document: its title and its beginning must still be announced.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = titleOf(pageAt(pathname), shopName);
    afterPaint(() => {
      const isWithin = main.current?.contains(document.activeElement);
      if (!isWithin) main.current?.focus({ preventScroll: true });
    });
  }, [pathname, shopName]);

  return (
    <main id="main" ref={main} tabIndex={-1} className="grow outline-none">
      {children}
    </main>
  );
}

/** To focus something, a browser lays the page out: before it is painted, once more than it must. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
