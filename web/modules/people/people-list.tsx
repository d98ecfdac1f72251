import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { AdminRole } from "#contract/fields.ts";
import {
  namePrices,
  nameVerified,
  type PeopleColumn,
  type PeopleGroup,
  peopleGroups,
  type ShopPerson,
} from "#contract/people.ts";
import { roleNames, worksOn } from "#contract/rules/roles.ts";
import { formatCount, formatDate, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, personPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { Select } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useCollectedSelection } from "#web/ui/list/use-collected-selection.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { BulkPeople } from "./bulk-people.tsx";
import { listPeople, peopleFilePath, peoplePages } from "./calls.ts";

const groupNames: Record<PeopleGroup, string> = {
  customers: "Customers",
  admins: "Admins of every role",
  ...roleNames,
};

type Props = {
  self: { _id: string; adminRole?: AdminRole | undefined } | null;
  /** The names of the groups of customers, by their ids. */
  priceGroups: Record<string, string>;
};

export function PeopleList({ self, priceGroups }: Props) {
  const role = self?.adminRole;
  const address = useListView(["q", "sort", "group", "prices"]);
  const views = useSavedViews("people");
  const navigate = useNavigate();
  const { view, change } = address;
  const query = useInfiniteQuery(peoplePages(view));
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { selection, rows } = useCollectedSelection(loaded, listPeople(view));
  const maySelect = worksOn(role, "sessions");
  const group = peopleGroups.find((each) => each === view.group);
  const { prices } = view;
  return (
    <>
      <DataList
        name="people"
        views={views}
        label="People"
        columns={columns}
        nameOf={({ name }) => name}
        query={query}
        address={address}
        search={{ label: "Find a person", hint: "Name or e-mail" }}
        unsorted="Newest first"
        filters={
          <FilterMenu
            chips={{
              group: ["Role", group && groupNames[group]],
              prices: ["Prices", priceGroups[prices] ?? prices],
            }}
            clear={(filter) => change({ [filter]: "" })}
          >
            <Select
              label="Role"
              choices={{ "": "Everybody", ...groupNames }}
              value={group ?? ""}
              onChoose={(chosen) => change({ group: chosen })}
            />
            {(prices !== "" || Object.keys(priceGroups).length > 0) && (
              <Select
                label="Prices"
                choices={{ "": "All", ...priceGroups }}
                value={prices}
                onChoose={(chosen) => change({ prices: chosen })}
              />
            )}
          </FilterMenu>
        }
        nothing={
          <Note title="Nobody matches">
            <PageLink to={paths.people} className="btn btn-secondary">
              Show everybody
            </PageLink>
          </Note>
        }
        failed="The people could not be fetched"
        more="Show more people"
        open={(id) => navigate(personPath(id))}
        file={(columns) => peopleFilePath(view, columns)}
        {...(maySelect && { selection })}
      />
      <Shelf>
        <BulkPeople
          selection={selection}
          rows={rows}
          ownId={self?._id}
          maySetGroup={worksOn(role, "people")}
          priceGroups={priceGroups}
        />
      </Shelf>
    </>
  );
}

const figure = (
  name: string,
  read: (person: ShopPerson) => string,
  sort?: PeopleColumn,
): ListColumn<ShopPerson> => ({
  name,
  ...(sort && { sort }),
  file: name.toLowerCase(),
  choice: "shown",
  isFigure: true,
  isNamedOnCards: true,
  className: "md:w-16 xl:w-24 md:text-end",
  cell: read,
});

const columns: ListColumn<ShopPerson>[] = [
  {
    name: "Name",
    sort: "name",
    file: "name",
    className: "max-md:col-span-2 wrap-anywhere md:min-w-28 xl:min-w-44",
    cell: ({ _id, name }) => (
      <PageLink
        to={personPath(_id)}
        className="inline-block py-2 font-semibold underline-offset-4 hover:underline"
      >
        {name}
      </PageLink>
    ),
  },
  {
    name: "Role",
    file: "role",
    choice: "shown",
    className: "text-sm md:w-20 xl:w-28",
    isNamedOnCards: true,
    cell: ({ role }) =>
      role ? <span className="font-semibold">{roleNames[role]}</span> : "Customer",
  },
  {
    name: "Email",
    sort: "email",
    file: ["email", "verified"],
    choice: "shown",
    className: "max-md:col-span-2 text-sm wrap-anywhere md:min-w-36 xl:min-w-0",
    cell: (person) => (
      <>
        {person.email}
        <span className="block text-base-content/75">{nameVerified(person)}</span>
      </>
    ),
  },
  {
    name: "Since",
    sort: "since",
    file: "since",
    choice: "shown",
    isNamedOnCards: true,
    className: "text-sm md:w-20 xl:w-32",
    cell: ({ since }) => <time dateTime={since}>{formatDate(since)}</time>,
  },
  figure("Orders", ({ orders }) => formatCount(orders), "orders"),
  figure("Spent", ({ spent }) => `$${formatDollars(spent)}`, "spent"),
  figure("Returns", ({ returns }) => formatCount(returns)),
  figure("Sessions", ({ sessions }) => formatCount(sessions)),
  {
    name: "Prices",
    file: "prices",
    choice: "hidden",
    isNamedOnCards: true,
    className: "text-sm md:w-32",
    cell: namePrices,
  },
];
