import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { NotFoundPage } from "#web/pages/shop/not-found-page.tsx";
import { Toasts } from "#web/ui/toast.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { Footer } from "./footer.tsx";
import { ordersLine, telephoneLink } from "./helplines.ts";
import { LateVerdicts } from "./late-verdicts.tsx";
import { LegalLinks } from "./legal-links.tsx";
import { Navbar } from "./navbar.tsx";
import { checkoutSteps, paths } from "./paths.ts";
import { PrintHeader } from "./print-header.tsx";
import { pageTitle } from "./render-head.ts";
import { SearchBar } from "./search-bar.tsx";
import { useShopName } from "./shop-name.ts";
import { usePageAnswer } from "./use-page-answer.ts";

export function ShopLayout() {
  return (
    <div className="flex min-h-dvh flex-col print:min-h-0 bg-base-100 text-base-content">
      <a
        href="#main"
        className="btn btn-secondary absolute start-2 top-2 z-50 -translate-y-24 focus:translate-y-0 print:hidden"
      >
        Skip to the content
      </a>
      <Navbar />
      <Tools />
      <LateVerdicts />
      <PrintHeader />
      <Main />
      <LegalLinks />
      <Footer />
      <ConnectionNotice />
      <Toasts />
      <ScrollRestoration />
    </div>
  );
}

/** Who checks out has found what they need. */
function Tools() {
  const { pathname } = useLocation();
  const isCheckingOut = checkoutSteps.some(
    ({ path }) => path === pathname && path !== paths.checkoutDone,
  );
  return isCheckingOut ? null : <SearchBar />;
}

/** The catalogue can be read; basket, checkout and everything signed in cannot do without. */
function WithoutScript() {
  return (
    <noscript>
      <p className="wide py-4">
        To order here you need JavaScript, which is switched off in your browser. You can also order
        by telephone: call{" "}
        <a href={telephoneLink(ordersLine)} className="link whitespace-nowrap">
          {ordersLine}
        </a>
        , or{" "}
        <a href={paths.contact} className="link">
          write us an e-mail
        </a>
        .
      </p>
    </noscript>
  );
}

function Main() {
  const { pathname } = useLocation();
  const { status, title } = usePageAnswer();
  const shopName = useShopName();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    document.title = pageTitle({ title }, shopName);
  }, [title, shopName]);

  // A new page without a new document must still be announced.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const isWithin = main.current?.contains(document.activeElement);
    if (!isWithin) main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main id="main" ref={main} tabIndex={-1} className="grow outline-none">
      <WithoutScript />
      {status === 404 ? <NotFoundPage /> : <Outlet />}
    </main>
  );
}
