import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { readSpan } from "#contract/rules/catalogue-filters.ts";
import type { Facets, FacetValue, ListQuery } from "#contract/search.ts";
import { formatCount } from "#web/app/format.tsx";
import {
  change,
  filtersOf,
  isFiltered,
  type ListState,
  listPath,
  removeAttribute,
  setSpan,
  toggleAttribute,
  withoutFilters,
} from "./list-address.ts";

type Props = {
  state: ListState;
  facets: Facets | null;
  total: number;
  below: readonly { slug: string; name: string }[];
};

export const filterPanelId = "filters";

const sorts: Record<NonNullable<ListQuery["sort"]> | "best", string> = {
  best: "Best match",
  name: "Name",
  price: "Price, lowest first",
  "price-down": "Price, highest first",
  newest: "Newest first",
};

export function FilterPanel({ state, facets, total, below }: Props) {
  const types: FacetValue[] | undefined =
    facets?.types ?? below.map(({ slug, name }) => ({ value: slug, label: name, parts: -1 }));
  // The page of a type says which it is; in a search it can be left again.
  const isAlone = state.q === undefined && types.length === 1 && types[0]?.value === state.type;
  return (
    <section
      id={filterPanelId}
      popover="auto"
      aria-label="Filters"
      className="m-0 bg-base-100 text-base-content max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:p-4 border-0 md:static md:block md:w-auto md:p-0"
    >
      <div className="flex min-h-9 items-center justify-between gap-4 border-b border-base-300 pb-2">
        <h2 className="text-lg font-bold">Filters</h2>
        {isFiltered(state) && (
          <Link
            to={withoutFilters(state)}
            className="link inline-flex min-h-11 items-center text-sm md:min-h-6"
            preventScrollReset
          >
            Clear all
          </Link>
        )}
        <button
          type="button"
          className="btn btn-ghost btn-square md:hidden"
          popoverTarget={filterPanelId}
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <Group name="Sort by">
        {Object.entries(sorts).map(([value, label]) => {
          const sort = value === "best" ? undefined : (value as ListQuery["sort"]);
          return (
            <Value key={value} to={change(state, { sort })} isOn={state.sort === sort} isRound>
              {label}
            </Value>
          );
        })}
      </Group>
      {types.length > 0 && !isAlone && (
        <Group name="Type">
          {types.map(({ value, label, parts }) => (
            <Value
              key={value}
              to={change({ ...state, f: undefined } as ListState, {
                type: state.q !== undefined && state.type === value ? undefined : value,
              })}
              isOn={state.type === value}
              parts={parts}
            >
              {label}
            </Value>
          ))}
        </Group>
      )}
      {facets && (
        <Group name="Availability">
          <Value
            to={change(state, { stock: state.stock ? undefined : "1" })}
            isOn={state.stock === "1"}
            parts={facets.inStock}
          >
            In stock
          </Value>
        </Group>
      )}
      {facets && facets.brands.length > 0 && (
        <Group name="Brand">
          {facets.brands.map(({ value, label, parts }) => (
            <Value
              key={value}
              to={change(state, { brand: state.brand === value ? undefined : value })}
              isOn={state.brand === value}
              parts={parts}
            >
              {label}
            </Value>
          ))}
        </Group>
      )}
      {facets?.attributes.map((facet) => {
        const { key, name, unit, values, isNumber } = facet;
        const range = isNumber && <RangeFields state={state} facet={facet} />;
        return (
          <Group key={key} name={unit ? `${name}, ${unit}` : name} foot={range}>
            {values.map(({ value, label, parts }) => (
              <Value
                key={value}
                to={toggleAttribute(state, key, value)}
                isOn={filtersOf(state)[key]?.includes(value) ?? false}
                parts={parts}
              >
                {label}
              </Value>
            ))}
          </Group>
        );
      })}
      <div className="sticky bottom-0 mt-3 bg-base-100 py-3 md:hidden">
        <button
          type="button"
          className="btn btn-secondary btn-block"
          popoverTarget={filterPanelId}
          popoverTargetAction="hide"
        >
          Show {formatCount(total)} {total === 1 ? "part" : "parts"}
        </button>
      </div>
    </section>
  );
}

const shownAtOnce = 6;

type GroupProps = { name: string; children: ReactNode; foot?: ReactNode };

function Group({ name, children, foot }: GroupProps) {
  const values = Array.isArray(children) ? children : [children];
  const rest = values.slice(shownAtOnce);
  return (
    <fieldset className="border-b border-base-300 pb-3">
      <legend className="pt-3 pb-1 text-sm font-bold">{name}</legend>
      <ul>{values.slice(0, shownAtOnce)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm md:min-h-8">
            {rest.length} more
          </summary>
          <ul>{rest}</ul>
        </details>
      )}
      {foot}
    </fieldset>
  );
}

type ValueProps = {
  to: string;
  isOn: boolean;
  parts?: number;
  isRound?: boolean;
  children: string;
};

const row = "flex min-h-11 items-center gap-3 text-sm md:min-h-8";

function Value({ to, isOn, parts = -1, isRound = false, children }: ValueProps) {
  const box = (
    <>
      <span
        aria-hidden="true"
        className={`grid size-4 shrink-0 place-items-center border border-base-content/60 text-xs leading-none ${isRound ? "rounded-full" : ""} ${isOn ? "bg-base-content text-base-100" : ""}`}
      >
        {isOn && (isRound ? "•" : "✓")}
      </span>
      <span className="min-w-0 grow wrap-anywhere" dir="auto">
        {children}
      </span>
      {parts >= 0 && <span className="text-base-content/75">{formatCount(parts)}</span>}
    </>
  );
  return (
    <li>
      {parts === 0 && !isOn ? (
        <span className={`${row} text-base-content/75`}>{box}</span>
      ) : (
        <Link
          to={to}
          preventScrollReset
          discover="none"
          aria-current={isOn ? "true" : undefined}
          className={`${row} hover:bg-base-200`}
        >
          {box}
        </Link>
      )}
    </li>
  );
}

type RangeProps = { state: ListState; facet: Facets["attributes"][number] };

function RangeFields({ state, facet: { key, name, unit, values } }: RangeProps) {
  const navigate = useNavigate();
  const { from, to } = (filtersOf(state)[key] ?? []).map(readSpan).find((span) => span) ?? {};
  const [action = "", search] = removeAttribute(state, key).split("?");
  const numbers = values.map(({ value }) => Number(value));
  const end = (end: "from" | "to", given: number | undefined, hint: number) => (
    <input
      name={end}
      aria-label={`${name} ${end}${unit ? ` (${unit})` : ""}`}
      placeholder={String(hint)}
      defaultValue={given}
      inputMode="decimal"
      maxLength={15}
      autoComplete="off"
      className="input min-h-11 w-20 min-w-0 border-base-content/50 bg-base-100 px-2 text-base md:min-h-9"
    />
  );
  return (
    <form
      key={`${from}..${to}`}
      action={action}
      className="flex flex-wrap items-center gap-2 py-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const [first, last] = ["from", "to"].map((end) => String(fields.get(end) ?? ""));
        void navigate(setSpan(state, key, first ?? "", last ?? ""), { preventScrollReset: true });
      }}
    >
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="span" value={key} />
      {end("from", from, Math.min(...numbers))}
      <span aria-hidden="true">–</span>
      {end("to", to, Math.max(...numbers))}
      <button type="submit" className="btn btn-sm btn-outline min-h-11 md:min-h-9">
        Apply
      </button>
    </form>
  );
}

export function PageLinks({ state, next }: { state: ListState; next: string | null }) {
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap gap-3">
      {state.after && (
        <Link to={change(state, {})} className="btn" discover="none">
          First page
        </Link>
      )}
      {next && (
        <Link
          to={listPath({ ...state, after: next })}
          rel="next"
          className="btn btn-secondary"
          discover="none"
        >
          Next page
        </Link>
      )}
    </nav>
  );
}
