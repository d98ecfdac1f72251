import {
  Boxes,
  ClipboardList,
  type LucideIcon,
  Package,
  PackagePlus,
  ShieldCheck,
  Star,
  UserRound,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { matchPath, useLocation } from "react-router";
import { PageLink } from "#web/page-link.tsx";
import { paths } from "#web/paths.ts";

type Item = {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Pages that are no items of their own; there, this one shows where one is. */
  leadsTo?: readonly string[];
};

const forEveryone: Item[] = [
  {
    label: "My Profile",
    to: paths.dashboard,
    icon: UserRound,
    leadsTo: [paths.updateProfile, paths.security],
  },
];
const forCustomers: Item[] = [
  { label: "My Order", to: paths.myOrder, icon: Package, leadsTo: [paths.payment] },
  { label: "Add Review", to: paths.addReview, icon: Star },
];
const forAdmins: Item[] = [
  {
    label: "Manage All Orders",
    to: paths.manageAllOrders,
    icon: ClipboardList,
    leadsTo: [paths.ledger],
  },
  { label: "Add A Product", to: paths.addProduct, icon: PackagePlus },
  { label: "Make Admin", to: paths.makeAdmin, icon: ShieldCheck },
  { label: "Manage Products", to: paths.manageProducts, icon: Boxes },
];

/** A column beside the page; on smaller screens a strip above it, to be moved with a thumb. */
export function DashboardMenu({ admin }: { admin: boolean | undefined }) {
  const strip = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const items = [...forEveryone, ...(admin === undefined ? [] : admin ? forAdmins : forCustomers)];

  // The strip may be longer than the screen is wide: where one is must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are in other places
  useEffect(() => {
    const list = strip.current;
    const current = list?.querySelector<HTMLElement>(`a[href="${pathname}"]`);
    if (!list || !current) return;
    list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
  }, [pathname, items.length]);

  return (
    <nav
      aria-label="Dashboard"
      className="-mx-4 border-b border-base-300 md:-mx-8 lg:mx-0 lg:border-0"
    >
      <ul
        ref={strip}
        className="relative -mb-px flex gap-1 overflow-x-auto mask-r-from-[calc(100%-2rem)] ps-2 pe-8 md:ps-6 lg:flex-col lg:overflow-visible lg:mask-none lg:p-0"
      >
        {items.map(({ label, to, icon: Icon, leadsTo }) => (
          <li key={to} className="shrink-0">
            <PageLink
              to={to}
              className={`${leadsTo?.some((path) => matchPath(path, pathname)) ? "border-base-content/40" : "border-transparent"} flex items-center gap-3 border-b-2 px-2 py-3 font-medium whitespace-nowrap hover:border-base-300 aria-[current=page]:border-primary lg:border-s-2 lg:border-b-0 lg:px-4 lg:hover:bg-base-200 lg:aria-[current=page]:bg-base-200`}
            >
              <Icon className="size-5 max-lg:hidden" aria-hidden="true" />
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
