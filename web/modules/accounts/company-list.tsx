import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { type AccountCompany, type CompanyShow, companyShows } from "#contract/accounts.ts";
import { everybodysPrices } from "#contract/rules/price-types.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { Select } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { companyFilePath, companyPages } from "./calls.ts";

const showNames: Record<CompanyShow, string> = {
  changed: "Changed details to confirm",
  approved: "Buy on account",
  open: "Something open",
  overdue: "Something overdue",
};

const companyPath = (id: string) => `${paths.companies}/${encodeURIComponent(id)}`;

/** `groups`: the names of the groups of customers, by their ids. */
export function CompanyList({ groups }: { groups: Record<string, string> }) {
  const address = useListView(["q", "sort", "show"]);
  const views = useSavedViews("companies");
  const navigate = useNavigate();
  const { view, change } = address;
  const query = useInfiniteQuery(companyPages(view));
  const show = companyShows.find((each) => each === view.show);
  return (
    <DataList
      name="companies"
      views={views}
      label="Companies"
      columns={columnsWith(groups)}
      nameOf={({ name }) => name}
      query={query}
      address={address}
      search={{ label: "Find a company", hint: "Name or VAT number" }}
      unsorted="By name"
      filters={
        <FilterMenu
          chips={{ show: ["Show", show && showNames[show]] }}
          clear={() => change({ show: "" })}
        >
          <Select
            label="Show"
            choices={{ "": "All companies", ...showNames }}
            value={show ?? ""}
            onChoose={(chosen) => change({ show: chosen })}
          />
        </FilterMenu>
      }
      nothing={
        <Note title="No company matches">
          <p>Customers add their companies themselves, on their page Company.</p>
          <PageLink to={paths.companies} className="btn btn-secondary">
            Show all companies
          </PageLink>
        </Note>
      }
      failed="The companies could not be fetched"
      more="Show more companies"
      open={(id) => navigate(companyPath(id))}
      file={(columns) => companyFilePath(view, columns)}
    />
  );
}

const figure = (
  name: string,
  read: (company: AccountCompany) => string,
): ListColumn<AccountCompany> => ({
  name,
  file: name.toLowerCase(),
  choice: "shown",
  isFigure: true,
  isNamedOnCards: true,
  className: "md:w-28 md:text-end",
  cell: read,
});

const columnsWith = (groups: Record<string, string>): ListColumn<AccountCompany>[] => [
  {
    name: "Name",
    file: "name",
    className: "max-md:col-span-2 wrap-anywhere",
    cell: ({ _id, name, country, vatId, terms, approved }) => (
      <>
        <PageLink
          to={companyPath(_id)}
          className="inline-block py-2 font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </PageLink>
        <span className="block text-sm text-base-content/75">{vatId || country}</span>
        {terms && approved && (
          <strong className="block text-sm text-error">Details changed, credit rests</strong>
        )}
      </>
    ),
  },
  figure("People", ({ members }) => formatCount(members)),
  {
    name: "Prices",
    file: "prices",
    choice: "shown",
    isNamedOnCards: true,
    className: "md:w-36 wrap-anywhere",
    cell: ({ group }) => (group === null ? everybodysPrices : (groups[group] ?? group)),
  },
  figure("Limit", ({ terms }) => (terms ? `$${formatDollars(terms.limit)}` : "–")),
  figure("Days", ({ terms }) => (terms ? formatCount(terms.days) : "–")),
  figure("Open", ({ open }) => writeMoney(open)),
  {
    ...figure("Overdue", ({ overdue }) => writeMoney(overdue)),
    cell: ({ overdue }) =>
      overdue > 0 ? <strong className="text-error">{writeMoney(overdue)}</strong> : "–",
  },
];

const writeMoney = (dollars: number) =>
  dollars === 0 ? "–" : `${dollars < 0 ? "–" : ""}$${formatDollars(Math.abs(dollars))}`;
