import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { previousPageStart } from "./manage-calls.ts";
import { type OrderView, toSearch } from "./order-view.ts";

type Props = {
  view: OrderView;
  next: string | undefined;
  busy: boolean;
  onPageChange: (after: string) => void;
};

export function OrderPager({ view, next, busy, onPageChange }: Props) {
  const { data: previousStart } = useQuery(previousPageStart(view));
  const isFirst = view.after === "";
  if (isFirst && !next) return null;
  const pageLink = (after: string | undefined, name: ReactNode) =>
    after === undefined || busy ? (
      <span className="btn btn-outline" aria-disabled="true">
        {name}
      </span>
    ) : (
      <Link
        to={{ search: toSearch({ ...view, after }) }}
        preventScrollReset
        onClick={() => onPageChange(after)}
        className="btn btn-outline"
      >
        {name}
      </Link>
    );
  return (
    <nav aria-label="Pages of orders" className="mt-6 flex justify-between gap-3">
      {isFirst ? <span /> : pageLink(previousStart, previousPage)}
      {next && pageLink(next, nextPage)}
    </nav>
  );
}

const previousPage = (
  <>
    <ArrowLeft className="size-4" aria-hidden="true" />
    Previous page
  </>
);
const nextPage = (
  <>
    Next page
    <ArrowRight className="size-4" aria-hidden="true" />
  </>
);
