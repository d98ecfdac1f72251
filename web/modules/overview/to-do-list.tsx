import {
  ArrowRight,
  Boxes,
  Car,
  CreditCard,
  FileText,
  KeyRound,
  ListTodo,
  type LucideIcon,
  Scale,
  Star,
  Timer,
  TriangleAlert,
  Truck,
  Undo2,
  Upload,
} from "lucide-react";
import type { AdminRole } from "#contract/fields.ts";
import { mostCounted, type ToDo } from "#contract/overview.ts";
import { listDetails } from "#contract/rules/missing-seller-details.ts";
import { type Area, worksOn } from "#contract/rules/roles.ts";
import { DateTime, formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, returnPath, withdrawalsName } from "#web/app/paths.ts";

type Item = {
  /** Null where it could not be read. */
  count: number | null;
  one: string;
  many: string;
  detail?: string;
  /** Also where it counts nothing. */
  isShown?: boolean;
  to: string;
  icon: LucideIcon;
  action?: { name: string; to: string; area: Area };
};

type Props = { toDo: ToDo; role: AdminRole | undefined };

export function ToDoList({ toDo, role }: Props) {
  const items = listItems(toDo).filter(({ count, isShown }) => count !== 0 || isShown);
  return (
    <section aria-labelledby="to-do">
      <h3 id="to-do" className="border-b border-base-content pb-2 text-lg font-bold">
        To do
      </h3>
      {items.length === 0 && <p className="pt-3 font-medium">Nothing waits for you.</p>}
      <ul>
        {items.map((item) => (
          <ToDoRow key={`${item.one} ${item.to}`} item={item} role={role} />
        ))}
      </ul>
      {toDo.secondFactorRequired === false && <SecondFactorAdvice />}
      {toDo.books?.differences === 0 && <BalancedBooks checkedAt={toDo.books.checkedAt} />}
    </section>
  );
}

type RowProps = { item: Item; role: AdminRole | undefined };

function ToDoRow({ item, role }: RowProps) {
  const { count, one, many, detail, to, icon: Icon, action } = item;
  return (
    <li className="flex flex-wrap items-center border-b border-base-300">
      <PageLink to={to} className={`${rowLook} min-w-0 grow basis-64`}>
        <Icon className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        <span className="min-w-8 shrink-0 text-end font-semibold tabular-nums">
          {writeCount(count)}
        </span>
        <span className="min-w-0 grow wrap-anywhere">
          {`${count === 1 ? one : many} `}
          <span className="ms-1 text-sm text-base-content/75">
            {count === null ? "Could not be read" : detail}
          </span>
        </span>
        <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
      </PageLink>
      {action && count !== null && worksOn(role, action.area) && (
        <PageLink to={action.to} className="btn btn-outline btn-sm my-1 ms-3 h-10">
          {action.name}
        </PageLink>
      )}
    </li>
  );
}

const rowLook = "flex min-h-11 items-center gap-3 py-1.5 hover:bg-base-200";

function SecondFactorAdvice() {
  return (
    <PageLink
      to={`${paths.settings}?section=security`}
      className={`${rowLook} border-b border-base-300`}
    >
      <KeyRound className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className="grow">
        Recommended: a second factor for admins{" "}
        <span className="ms-1 text-sm text-base-content/75">a password alone is enough now</span>
      </span>
      <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
    </PageLink>
  );
}

function BalancedBooks({ checkedAt }: { checkedAt: string | null }) {
  return (
    <PageLink to={paths.reconciliation} className={`${rowLook} border-b border-base-300`}>
      <Scale className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className="grow">
        {checkedAt ? "Books balance " : "Books are not compared yet"}
        {checkedAt && (
          <span className="ms-1 text-sm text-base-content/75">
            compared <DateTime time={checkedAt} />
          </span>
        )}
      </span>
      <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
    </PageLink>
  );
}

function writeCount(count: number | null): string {
  if (count === null) return "–";
  return count < mostCounted ? formatCount(count) : `${formatCount(mostCounted)}+`;
}

const orders = paths.manageAllOrders;

function listItems(toDo: ToDo): Item[] {
  const { lowStock, books } = toDo;
  return [
    ...listRefunds(toDo),
    {
      count: toDo.toShip,
      one: "Order to ship",
      many: "Orders to ship",
      to: `${orders}?view=to-ship`,
      icon: Truck,
      action: {
        name: toDo.toShip === 1 ? "Ship it" : `Ship all ${writeCount(toDo.toShip)}`,
        to: `${orders}?view=to-ship&select=all`,
        area: "orders",
      },
    },
    {
      count: toDo.openReturns,
      one: "Return waits for you",
      many: "Returns wait for you",
      to: `${paths.returns}?view=open`,
      icon: Undo2,
    },
    {
      count: toDo.openWithdrawals,
      one: "Withdrawal to answer",
      many: "Withdrawals to answer",
      to: returnPath(withdrawalsName),
      icon: Undo2,
    },
    {
      count: toDo.unpaid,
      one: "Unpaid order",
      many: "Unpaid orders",
      to: `${orders}?view=unpaid`,
      icon: CreditCard,
    },
    {
      count: toDo.expiring,
      one: "Reservation ends soon",
      many: "Reservations end soon",
      detail: "within 15 minutes, then the stock is free again",
      to: `${orders}?view=expiring&sort=number`,
      icon: Timer,
    },
    {
      count: lowStock?.count ?? null,
      one: "Part low or out of stock",
      many: "Parts low or out of stock",
      detail: lowStock?.first.map(({ number, left }) => `${number}: ${left} left`).join(", ") ?? "",
      action: {
        name: "Restock",
        to: `${paths.manageProducts}?view=low&sort=stock`,
        area: "catalogue",
      },
      to: `${paths.manageProducts}?view=low&sort=stock`,
      icon: Boxes,
    },
    {
      count: toDo.failedJobs,
      one: "Job has failed",
      many: "Jobs have failed",
      to: `${paths.jobs}?view=given-up`,
      icon: ListTodo,
    },
    {
      count: toDo.importsToApply,
      one: "Import waits to be applied",
      many: "Imports wait to be applied",
      to: paths.imports,
      icon: Upload,
    },
    {
      count: toDo.heldApplications,
      one: "Application is held",
      many: "Applications are held",
      detail: "their parts came back as not fitting",
      to: paths.heldApplications,
      icon: Car,
    },
    {
      count: toDo.sellerLacks && (toDo.sellerLacks.length > 0 ? (toDo.heldDocuments ?? 0) : 0),
      isShown: (toDo.sellerLacks?.length ?? 0) > 0,
      one: "Order waits for its invoice",
      many: "Orders wait for their invoices",
      detail: `enter your company's ${listDetails(toDo.sellerLacks ?? [])}, which invoices must state`,
      to: paths.settings,
      icon: FileText,
    },
    {
      count: toDo.sampleTexts,
      one: "Legal text is still a sample",
      many: "Legal texts are still samples",
      detail: "replace them before you sell",
      to: paths.legalTexts,
      icon: Scale,
    },
    {
      count: toDo.reviewsToCheck,
      one: "Review was reported or waits",
      many: "Reviews were reported or wait",
      detail: "for you to show or hide",
      to: `${paths.manageReviews}?view=check`,
      icon: Star,
    },
    {
      count: toDo.newReviews,
      one: "Review to look at",
      many: "Reviews to look at",
      detail: "of the last 7 days",
      to: `${paths.manageReviews}?view=new`,
      icon: Star,
    },
    {
      count: books?.differences ?? null,
      one: "Difference in the books",
      many: "Differences in the books",
      to: paths.reconciliation,
      icon: Scale,
    },
  ];
}

function listRefunds({ stuckRefunds }: ToDo): Item[] {
  const stuck = { one: "Refund is stuck", many: "Refunds that are stuck", icon: TriangleAlert };
  if (stuckRefunds === null) return [{ ...stuck, count: null, to: orders }];
  return stuckRefunds.map(({ order, number, amount, tries }) => ({
    ...stuck,
    count: 1,
    to: `${orders}?order=${order}`,
    detail: `$${formatDollars(amount)} of order ${number ?? order}, tried ${tries} times`,
  }));
}
