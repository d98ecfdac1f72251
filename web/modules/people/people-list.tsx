import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { type PeopleGroup, peopleGroups, type ShopPerson } from "#contract/people.ts";
import { roleNames } from "#contract/rules/roles.ts";
import { formatCount, formatDate, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, personPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { Select } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { peopleFilePath, peoplePages } from "./calls.ts";

const groupNames: Record<PeopleGroup, string> = {
  ...{ customers: "Customers", admins: "Admins of every role" },
  ...roleNames,
};

export function PeopleList() {
  const address = useListView(["q", "sort", "group"]);
  const views = useSavedViews("people");
  const navigate = useNavigate();
  const { view, change } = address;
  const query = useInfiniteQuery(peoplePages(view));
  const group = peopleGroups.find((each) => each === view.group);
  const clear = () => change({ group: "" });
  return (
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
        <FilterMenu chips={group ? [{ name: "Role", value: groupNames[group], clear }] : []}>
          <Select
            label="Role"
            choices={{ "": "Everybody", ...groupNames }}
            value={group ?? ""}
            onChoose={(chosen) => change({ group: chosen })}
          />
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
      file={() => peopleFilePath(view)}
    />
  );
}

const figure = (
  name: string,
  read: (person: ShopPerson) => string,
  choice?: "shown",
): ListColumn<ShopPerson> => ({
  ...{ name, isFigure: true, isNamedOnCards: true, className: "md:w-24 md:text-end" },
  ...(choice && { choice }),
  cell: read,
});

const columns: ListColumn<ShopPerson>[] = [
  {
    ...{ name: "Name", sort: "name", className: "max-md:col-span-2 wrap-anywhere" },
    cell: ({ _id, name, role }) => (
      <>
        <PageLink
          to={personPath(_id)}
          className="inline-block py-2 font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </PageLink>
        {role && (
          <span className="ms-2 border border-base-content/40 px-1.5 text-xs whitespace-nowrap">
            {roleNames[role]}
          </span>
        )}
      </>
    ),
  },
  {
    ...{ name: "Email", sort: "email", className: "max-md:col-span-2 text-sm wrap-anywhere" },
    cell: ({ email, emailVerified }) => (
      <>
        {email}
        {!emailVerified && <span className="block text-base-content/75">not verified</span>}
      </>
    ),
  },
  {
    ...{ name: "Since", sort: "since", isNamedOnCards: true, className: "text-sm md:w-32" },
    cell: ({ since }) => <time dateTime={since}>{formatDate(since)}</time>,
  },
  figure("Orders", ({ orders }) => formatCount(orders)),
  figure("Spent", ({ spent }) => `$${formatDollars(spent)}`),
  figure("Sessions", ({ sessions }) => formatCount(sessions), "shown"),
];
