import { Menu, X } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router";
import { signOut, useSession } from "#web/modules/identity/session.ts";
import { showToast } from "#web/ui/toast.tsx";
import { PageLink } from "./page-link.tsx";
import { paths } from "./paths.ts";
import { useShopName } from "./shop-name.ts";
import { Wordmark } from "./wordmark.tsx";

const links = [
  { to: paths.home, label: "Home" },
  { to: paths.products, label: "Products" },
  { to: paths.about, label: "About" },
  { to: paths.blog, label: "Blog" },
  { to: paths.contact, label: "Contact Us" },
];

/** The bar of the current page covers the line below the navbar. */
const itemClasses =
  "flex w-full cursor-pointer items-center border-transparent py-3 text-start font-medium " +
  "whitespace-nowrap max-md:border-s-3 max-md:ps-4 aria-[current=page]:border-primary " +
  "hover:text-accent md:-mb-px md:h-16 md:border-b-3 md:pt-[3px] md:pb-0";

export function Navbar() {
  const { pathname } = useLocation();
  const shopName = useShopName();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [pathname]);

  const Toggle = open ? X : Menu;

  function closeByEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    toggle.current?.focus();
  }

  /** An open menu would cover the next focused element. */
  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from links and buttons in it
    <header
      onKeyDown={closeByEscape}
      onBlur={closeWhenLeft}
      className="sticky top-0 z-30 border-b border-base-300 bg-base-100 print:hidden"
    >
      <div className="wide flex flex-wrap items-center justify-between gap-x-6">
        <PageLink
          to={paths.home}
          className="flex min-h-[64px] min-w-0 flex-1 items-center"
          aria-label={`${shopName}, home page`}
        >
          <Wordmark />
        </PageLink>
        <button
          ref={toggle}
          type="button"
          className="btn btn-ghost btn-square -me-2.5 md:hidden"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          <Toggle aria-hidden="true" />
        </button>
        <nav
          id="navigation"
          aria-label="Main"
          className={`${open ? "block" : "hidden"} w-full border-base-300 pb-4 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:border-t max-md:pt-2 md:block md:w-auto md:pb-0`}
        >
          <ul className="flex flex-col md:flex-row md:flex-wrap md:gap-x-4 md:text-sm lg:gap-x-7 lg:text-base">
            {links.map(({ to, label }) => (
              <li key={to}>
                <PageLink to={to} className={itemClasses}>
                  {label}
                </PageLink>
              </li>
            ))}
            <SessionLinks />
          </ul>
        </nav>
      </div>
    </header>
  );
}

const separated =
  "relative md:ps-4 lg:ps-7 md:before:absolute md:before:start-0 md:before:top-1/2 md:before:h-5 " +
  "md:before:-translate-y-1/2 md:before:border-s md:before:border-base-content/30";

/**
 * Pages are the same for everyone: both variants are in the HTML, and first-paint.ts decides which
 * one shows.
 */
function SessionLinks() {
  const login = useRef<HTMLLIElement>(null);
  // Makes the request; sync-session.ts shows the result.
  useSession();

  async function leave() {
    try {
      await signOut(paths.login);
      // The Sign Out button is gone; its successor gets the focus.
      login.current?.querySelector("a")?.focus();
    } catch (error) {
      showToast(`You are not signed out. ${(error as Error).message}`, "error");
    }
  }

  return (
    <>
      <ForSignedIn className={separated}>
        <PageLink to={paths.dashboard} className={itemClasses}>
          Dashboard
        </PageLink>
      </ForSignedIn>
      <ForSignedIn>
        <button type="button" className={itemClasses} onClick={leave}>
          Sign Out
        </button>
      </ForSignedIn>
      <li ref={login} className={`${separated} in-data-[session=in]:hidden`}>
        <PageLink to={paths.login} className={itemClasses}>
          Login
        </PageLink>
      </li>
    </>
  );
}

type ForSignedInProps = { children: ReactNode; className?: string };

function ForSignedIn({ children, className = "" }: ForSignedInProps) {
  return <li className={`${className} hidden in-data-[session=in]:block`}>{children}</li>;
}
