import {
  Boxes,
  Building2,
  Car,
  ClipboardList,
  CreditCard,
  KeyRound,
  LayoutDashboard,
  ListTodo,
  ListTree,
  type LucideIcon,
  MessageSquareText,
  Package,
  PackagePlus,
  Scale,
  ScrollText,
  SearchX,
  Settings2,
  ShieldCheck,
  Star,
  Undo2,
  Upload,
  UserRound,
  UsersRound,
  Webhook,
} from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { matchPath, useLocation } from "react-router";
import type { WaitingWork } from "#contract/overview.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, vehiclesPath } from "#web/app/paths.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { late } from "#web/ui/late.tsx";

type Item = {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Pages without an item of their own, where this one is marked. */
  leadsTo?: readonly string[];
  /** What waits there is counted beside it. */
  waiting?: readonly (keyof WaitingWork)[];
};

const MenuCount = late(
  async () => (await import("#web/modules/overview/menu-count.tsx")).MenuCount,
);

const firstForAdmins: Item[] = [{ label: "Overview", to: paths.overview, icon: LayoutDashboard }];
const forEveryone: Item[] = [
  {
    label: "My Profile",
    to: paths.dashboard,
    icon: UserRound,
    leadsTo: [paths.updateProfile, paths.security],
  },
];
const forCustomers: Item[] = [
  {
    label: "My Order",
    to: paths.myOrder,
    icon: Package,
    leadsTo: [paths.payment, paths.order, paths.askReturn],
  },
  { label: "Add Review", to: paths.addReview, icon: Star },
  { label: "Returns and deposits", to: paths.deposits, icon: Undo2 },
  { label: "Company", to: paths.company, icon: Building2 },
  { label: "Addresses and cards", to: paths.cards, icon: CreditCard },
];
const forAdmins: Item[] = [
  {
    label: "Manage All Orders",
    to: paths.manageAllOrders,
    icon: ClipboardList,
    leadsTo: [paths.reconciliation, paths.phoneOrder],
    waiting: ["toShip"],
  },
  { label: "Add A Product", to: paths.addProduct, icon: PackagePlus },
  { label: "Make Admin", to: paths.makeAdmin, icon: ShieldCheck },
  {
    label: "Manage Products",
    to: paths.manageProducts,
    icon: Boxes,
    leadsTo: [paths.manageProduct],
    waiting: ["lowStock"],
  },
  {
    label: "Returns",
    to: paths.returns,
    icon: Undo2,
    leadsTo: [paths.return],
    waiting: ["openReturns", "openWithdrawals"],
  },
  {
    label: "Manage Reviews",
    to: paths.manageReviews,
    icon: MessageSquareText,
    waiting: ["reviewsToCheck"],
  },
  { label: "Part Types", to: paths.partTypes, icon: ListTree, leadsTo: [paths.partType] },
  {
    label: "Vehicles",
    to: vehiclesPath(),
    icon: Car,
    leadsTo: [
      paths.vehicles,
      paths.manageFit,
      paths.heldApplications,
      paths.missedVehicles,
      paths.repairs,
      paths.repair,
    ],
  },
  { label: "Missed Searches", to: paths.missedSearches, icon: SearchX },
  {
    label: "Imports",
    to: paths.imports,
    icon: Upload,
    leadsTo: [paths.import],
    waiting: ["importsToApply"],
  },
  { label: "People", to: paths.people, icon: UsersRound, leadsTo: [paths.person] },
  { label: "Companies", to: paths.companies, icon: Building2, leadsTo: [paths.companyAccount] },
  { label: "Audit Log", to: paths.auditLog, icon: ScrollText },
  { label: "Settings", to: paths.settings, icon: Settings2 },
  { label: "Legal Texts", to: paths.legalTexts, icon: Scale },
  {
    label: "API Keys",
    to: paths.apiKeys,
    icon: KeyRound,
    leadsTo: [paths.callExamples],
  },
  { label: "Webhooks", to: paths.webhooks, icon: Webhook, leadsTo: [paths.webhook] },
  { label: "Jobs", to: paths.jobs, icon: ListTodo, waiting: ["failedJobs"] },
];

/** All groups are in the HTML; show-role.ts decides which ones show. */
const groups = [
  { items: firstForAdmins, look: "hidden in-data-[role=admin]:block" },
  { items: forEveryone, look: "" },
  { items: forCustomers, look: "hidden in-data-[role=customer]:block" },
  { items: forAdmins, look: "hidden in-data-[role=admin]:block" },
];

const itemLook =
  "flex items-center gap-3 border-b-3 px-2 py-3 font-medium whitespace-nowrap hover:text-accent " +
  "aria-[current=page]:border-primary xl:border-s-3 xl:border-b-0 xl:px-4 " +
  "xl:aria-[current=page]:bg-base-200";

/** A column beside the page; on smaller screens a horizontal strip. */
export function DashboardMenu() {
  const strip = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const isAdmin = useSession().user?.role === "admin";

  // The strip may be longer than the screen: the current item must be visible.
  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const show = () => {
      const marked = list.querySelectorAll<HTMLElement>(
        `a[href="${pathname}"], a[data-leads-here]`,
      );
      // Items of another role are in the page, and do not show.
      const current = [...marked].find(({ offsetWidth }) => offsetWidth > 0);
      if (!current) return;
      list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
    };
    show();
    const watch = new MutationObserver(show);
    // Other items show once the role is known, and counts move them.
    watch.observe(document.documentElement, { attributeFilter: ["data-role"] });
    watch.observe(list, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [pathname]);

  return (
    <nav
      aria-label="Dashboard"
      className="-mx-4 border-b border-base-300 md:-mx-8 xl:mx-0 xl:self-start xl:border-s xl:border-b-0 print:hidden"
    >
      <ul
        ref={strip}
        className="relative -mb-px flex gap-1 overflow-x-auto mask-r-from-[calc(100%-2rem)] ps-2 pe-8 md:ps-6 xl:-ms-px xl:mb-0 xl:flex-col xl:overflow-visible xl:mask-none xl:p-0"
      >
        {groups.flatMap(({ items, look }) =>
          items.map(({ label, to, icon: Icon, leadsTo, waiting }) => (
            <li key={to} className={`${look} shrink-0`}>
              <PageLink
                to={to}
                data-leads-here={leadsTo?.some((path) => matchPath(path, pathname)) || undefined}
                className={`border-transparent data-leads-here:border-base-content/40 ${itemLook}`}
              >
                <Icon
                  className="size-5 shrink-0 max-xl:hidden"
                  strokeWidth={1.75}
                  aria-hidden="true"
                />
                {label}
                {waiting && isAdmin && (
                  <Suspense fallback={null}>
                    <MenuCount of={waiting} />
                  </Suspense>
                )}
              </PageLink>
            </li>
          )),
        )}
      </ul>
    </nav>
  );
}
