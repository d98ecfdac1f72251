import { Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { PageLink } from "#web/page-link.tsx";
import { paths } from "#web/paths.ts";
import { Wordmark } from "./wordmark.tsx";

const links = [
  { to: paths.home, label: "Home" },
  { to: paths.products, label: "Products" },
  { to: paths.about, label: "About" },
  { to: paths.blog, label: "Blog" },
  { to: paths.contact, label: "Contact Us" },
  { to: paths.login, label: "Login" },
];

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
          <ul className="flex flex-col gap-1 md:flex-row md:gap-6">
            {links.map(({ to, label }) => (
              <li key={to}>
                <PageLink
                  to={to}
                  className="block border-b-2 border-transparent py-3 font-medium hover:border-base-300 aria-[current=page]:border-primary md:py-4"
                >
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
