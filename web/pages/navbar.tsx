import { Menu } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { signOut, useSession } from "#web/identity/session.ts";
import { showToast } from "#web/look/toast.tsx";
import { PageLink } from "#web/page-link.tsx";
import { paths } from "#web/paths.ts";
import { Wordmark } from "./wordmark.tsx";

const links = [
  { to: paths.home, label: "Home" },
  { to: paths.products, label: "Products" },
  { to: paths.about, label: "About" },
  { to: paths.blog, label: "Blog" },
  { to: paths.contact, label: "Contact Us" },
];

const itemLook =
  "block w-full cursor-pointer border-b-2 border-transparent py-3 text-start font-medium " +
  "whitespace-nowrap hover:border-base-300 aria-[current=page]:border-primary md:py-4.5 lg:py-4";

export function Navbar() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [pathname]);

  return (
    <header className="sticky top-0 z-30 border-b border-base-300 bg-base-100">
      <div className="wide flex flex-wrap items-center justify-between gap-x-6">
        <PageLink to={paths.home} className="py-3" aria-label="Partwright, home page">
          <Wordmark />
        </PageLink>
        <button
          type="button"
          className="btn btn-ghost btn-square md:hidden"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          <Menu aria-hidden="true" />
        </button>
        <nav
          id="navigation"
          aria-label="Main"
          className={`${open ? "block" : "hidden"} w-full pb-3 md:block md:w-auto md:pb-0`}
        >
          <ul className="flex flex-col gap-1 md:flex-row md:gap-4 md:text-sm lg:gap-6 lg:text-base">
            {links.map(({ to, label }) => (
              <li key={to}>
                <PageLink to={to} className={itemLook}>
                  {label}
                </PageLink>
              </li>
            ))}
            <Entrances />
          </ul>
        </nav>
      </div>
    </header>
  );
}

/**
 * The page is the same for everyone, so what is for signed-in people and what is for others is
 * both in it; which of it shows is known before the first paint (contract/first-paint.ts).
 */
function Entrances() {
  const login = useRef<HTMLLIElement>(null);
  // Asked once, by every page; what it answers, keep-session.ts shows.
  useSession();

  async function leave() {
    try {
      await signOut(paths.login);
      // The button is gone; what took its place is where a person goes on.
      login.current?.querySelector("a")?.focus();
    } catch (error) {
      showToast(`You are not signed out. ${(error as Error).message}`, "error");
    }
  }

  return (
    <>
      <ForSignedIn>
        <PageLink to={paths.dashboard} className={itemLook}>
          Dashboard
        </PageLink>
      </ForSignedIn>
      <ForSignedIn>
        <button type="button" className={itemLook} onClick={leave}>
          Sign Out
        </button>
      </ForSignedIn>
      <li ref={login} className="in-data-[session=in]:hidden">
        <PageLink to={paths.login} className={itemLook}>
          Login
        </PageLink>
      </li>
    </>
  );
}

function ForSignedIn({ children }: { children: ReactNode }) {
  return <li className="hidden in-data-[session=in]:block">{children}</li>;
}
