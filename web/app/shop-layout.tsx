import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { Toasts } from "#web/ui/toast.tsx";
import { Footer } from "./footer.tsx";
import { Navbar } from "./navbar.tsx";
import { usePage } from "./page.ts";
import { PrintHeader } from "./print-header.tsx";
import { pageTitle } from "./render-head.ts";
import { useShopName } from "./shop-name.ts";

export function ShopLayout() {
  return (
    <div className="flex min-h-dvh flex-col print:min-h-0 bg-base-100 text-base-content">
      <a
        href="#main"
        className="btn btn-primary absolute start-2 top-2 z-50 -translate-y-24 focus:translate-y-0 print:hidden"
      >
        Skip to the content
      </a>
      <Navbar />
      <PrintHeader />
      <Main />
      <Footer />
      <Toasts />
      <ScrollRestoration />
    </div>
  );
}

function Main() {
  const { pathname } = useLocation();
  const page = usePage();
  const shopName = useShopName();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // A new page without a new document must still be announced.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = pageTitle(page, shopName);
    const isWithin = main.current?.contains(document.activeElement);
    if (!isWithin) main.current?.focus({ preventScroll: true });
  }, [pathname, page, shopName]);

  return (
    <main id="main" ref={main} tabIndex={-1} className="grow outline-none">
      <Outlet />
    </main>
  );
}
