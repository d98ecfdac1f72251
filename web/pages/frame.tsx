import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { titleOf } from "#web/head.ts";
import { Toasts } from "#web/look/toast.tsx";
import { pageAt } from "#web/router.tsx";
import { Footer } from "./footer.tsx";
import { Navbar } from "./navbar.tsx";

/** What stands around every page. */
export function Frame() {
  return (
    <div className="flex min-h-dvh flex-col bg-base-100 text-base-content">
      <a
        href="#main"
        className="btn btn-primary absolute start-2 top-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        Skip to the content
      </a>
      <Navbar />
      <Main />
      <Footer />
      <Toasts />
    </div>
  );
}

function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // A new page without a new document: its title and its beginning must still be announced.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = titleOf(pageAt(pathname));
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main id="main" ref={main} tabIndex={-1} className="grow outline-none">
      <Outlet />
      <ScrollRestoration />
    </main>
  );
}
