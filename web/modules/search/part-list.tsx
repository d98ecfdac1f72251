import { LayoutGrid, List, SlidersHorizontal, X } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { maxCounted } from "#contract/rules/catalogue-filters.ts";
import type { CatalogueReply, ListedPart } from "#contract/search.ts";
import type { PartsOfList } from "#web/app/car-list.ts";
import { formatCount } from "#web/app/format.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { FilterPanel, filterPanelId, PageLinks } from "./filter-panel.tsx";
import {
  change,
  describeSpan,
  filtersOf,
  type ListState,
  listPath,
  removeAttribute,
  toListQuery,
} from "./list-address.ts";
import { PartRows, PartTiles, type ToolsOf } from "./part-rows.tsx";

type Props = {
  state: ListState;
  list: PartsOfList;
  below: CatalogueReply["below"];
  head: ReactNode;
  nothing: ReactNode;
  tools: ToolsOf;
  add: (part: ListedPart) => ReactNode;
  /** What was found by it is the list. */
  searched?: string | undefined;
};

export function PartList({ state, list, below, head, nothing, tools, add, searched }: Props) {
  const [Keys, setKeys] = useState<ComponentType<{ state: ListState }>>();
  useEffect(() => {
    void import("./list-keys.tsx").then(({ ListKeys }) => setKeys(() => ListKeys));
  }, []);
  const filters = listFilters(state, list);
  const { items, next, total, facets } = list;
  const isGrid = state.view === "grid";
  const Parts = isGrid ? PartTiles : PartRows;
  return (
    <div className="wide grid gap-x-8 pt-3 pb-16 md:grid-cols-[13rem_minmax(0,1fr)] md:pt-6">
      <div className="min-w-0 md:order-2">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">{head}</div>
          <p role="status" className="text-sm max-md:sr-only">
            {formatTotal(total)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 bg-base-100 py-2 max-md:sticky max-md:top-0 max-md:z-10">
          <button
            type="button"
            className="btn btn-sm btn-outline md:hidden"
            popoverTarget={filterPanelId}
          >
            <SlidersHorizontal className="size-4" aria-hidden="true" />
            Filter{filters.length > 0 && ` (${filters.length})`}
          </button>
          <ul
            aria-label="Chosen filters"
            className="flex min-w-0 grow basis-0 gap-2 overflow-x-auto md:flex-wrap"
          >
            {!state.vehicle && (
              <li data-fit-list={change(state, { vehicle: "0" })} className="shrink-0" />
            )}
            {filters.map(({ label, to }) => (
              <li key={label} className="shrink-0">
                <Link
                  to={to}
                  preventScrollReset
                  discover="none"
                  className="btn btn-sm btn-secondary"
                >
                  <span className="sr-only">Remove the filter </span>
                  <span dir="auto">{label}</span>
                  <X className="size-4" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
          <div className="join">
            <ViewLink
              to={listPath({ ...state, view: undefined } as never)}
              isOn={!isGrid}
              label="List"
            >
              <List className="size-4" aria-hidden="true" />
            </ViewLink>
            <ViewLink to={listPath({ ...state, view: "grid" })} isOn={isGrid} label="Grid">
              <LayoutGrid className="size-4" aria-hidden="true" />
            </ViewLink>
          </div>
        </div>
        {items.length === 0 && (filters.length > 0 ? <NoMatch filters={filters} /> : nothing)}
        {(state.q === undefined || searched) && (
          <div data-fit-summary={JSON.stringify({ ...toListQuery(state), q: searched })} />
        )}
        {inGroups(items).map(({ title, parts }) =>
          title ? (
            <section key={title} aria-label={title} className="pb-6">
              <h2 className="border-b border-base-content pb-1 font-bold">{title}</h2>
              <Parts parts={parts} tools={tools} add={add} />
            </section>
          ) : (
            <Parts key="all" parts={parts} tools={tools} add={add} />
          ),
        )}
        <PageLinks state={state} next={next} />
        {Keys && items.length > 0 && <Keys state={state} />}
      </div>
      <div className="md:order-1">
        <FilterPanel state={state} facets={facets} total={total} below={below} />
      </div>
    </div>
  );
}

function inGroups(items: PartsOfList["items"]) {
  const groups: { title: string | undefined; parts: ListedPart[] }[] = [];
  for (const part of items) {
    const last = groups.at(-1);
    if (last && last.title === part.title) last.parts.push(part);
    else groups.push({ title: part.title, parts: [part] });
  }
  return groups;
}

function formatTotal(total: number): string {
  if (total >= maxCounted) return `More than ${formatCount(maxCounted - 1)} parts`;
  return `${formatCount(total)} ${total === 1 ? "part" : "parts"}`;
}

/** How many parts there were without it is not counted of a type or a car. */
type Filter = { label: string; to: string; parts?: number };

function listFilters(state: ListState, { facets, without, vehicle }: PartsOfList): Filter[] {
  const partsWithout = (key: string) => without.find((each) => each.key === key)?.parts ?? 0;
  const attributes = Object.entries(filtersOf(state)).map(([key, values]) => {
    const facet = facets?.attributes.find((each) => each.key === key);
    const labels = values.map(
      (value) =>
        facet?.values.find((each) => each.value === value)?.label ??
        describeSpan(value, facet?.unit) ??
        value,
    );
    const label = labels.join(" or ");
    return { label, to: removeAttribute(state, key), parts: partsWithout(key) };
  });
  const { brand, stock, type } = state;
  return [
    ...(type && state.q !== undefined
      ? [
          {
            label: facets?.types.find(({ value }) => value === type)?.label ?? type,
            to: change({ ...state, f: undefined } as ListState, { type: undefined }),
          },
        ]
      : []),
    ...(state.vehicle
      ? [
          {
            label: `Listed for ${vehicle ?? "a car that we do not know"}`,
            to: change(state, { vehicle: undefined }),
          },
        ]
      : []),
    ...(stock
      ? [
          {
            label: "In stock",
            to: change(state, { stock: undefined }),
            parts: partsWithout("stock"),
          },
        ]
      : []),
    ...(brand
      ? [{ label: brand, to: change(state, { brand: undefined }), parts: partsWithout("brand") }]
      : []),
    ...attributes,
  ];
}

function NoMatch({ filters }: { filters: readonly Filter[] }) {
  return (
    <Note title="No parts match">
      <p>Remove one of these:</p>
      <ul className="flex flex-wrap gap-3">
        {filters.map(({ label, to, parts }) => (
          <li key={label}>
            <Link to={to} className="btn btn-outline" discover="none">
              {label}
              {parts !== undefined && ` (${formatCount(parts)} ${parts === 1 ? "part" : "parts"})`}
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  );
}

type ViewProps = { to: string; isOn: boolean; label: string; children: ReactNode };

function ViewLink({ to, isOn, label, children }: ViewProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      discover="none"
      aria-current={isOn ? "true" : undefined}
      className={`btn btn-sm join-item ${isOn ? "btn-secondary" : "btn-outline"}`}
    >
      {children}
      <span className="max-md:sr-only">{label}</span>
    </Link>
  );
}
