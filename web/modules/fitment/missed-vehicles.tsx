import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import {
  type ListedVehicle,
  missedVehicleCalls,
  missedVehicleSorts,
} from "#contract/missed-vehicles.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";
import { formatCount, formatDay } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, vehiclesPath } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { DataList } from "#web/ui/list/data-list.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";

const pathOf = ({ make, model, year }: ListedVehicle) =>
  vehiclesPath(make.slug, model.slug, `${year}`);
const nameOf = ({ make, model, year }: ListedVehicle) => `${year} ${make.name} ${model.name}`;

const columns: ListColumn<ListedVehicle>[] = [
  {
    name: "Vehicle",
    sort: "vehicle",
    file: "vehicle",
    className: "max-md:col-span-2 wrap-anywhere",
    cell: (vehicle) => (
      <PageLink to={pathOf(vehicle)} className="link inline-block py-1 font-semibold">
        {nameOf(vehicle)}
      </PageLink>
    ),
  },
  {
    name: "Times",
    sort: "count",
    file: "count",
    choice: "shown",
    isFigure: true,
    isNamedOnCards: true,
    className: "md:w-28 md:text-end",
    cell: ({ count }) => formatCount(count),
  },
  {
    name: "Last",
    sort: "last",
    file: "last",
    choice: "shown",
    isNamedOnCards: true,
    className: "text-sm max-md:text-end md:w-52",
    cell: ({ lastOn }) => <time dateTime={lastOn}>{formatDay(lastOn)}</time>,
  },
];

type View = Record<"q" | "sort", string>;

function toFilters({ q, ...view }: View) {
  const sort = missedVehicleSorts.find((each) => each === view.sort);
  return { ...(q && { q }), ...(sort && { sort }) };
}

function vehiclePages(view: View) {
  const filters = toFilters(view);
  return {
    ...pagedQuery(["vehicles", "missed", filters], 50, (page, signal) =>
      call(missedVehicleCalls.list, { query: { ...page, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export function MissedVehicles() {
  const address = useListView(["q", "sort"]);
  const navigate = useNavigate();
  const query = useInfiniteQuery(vehiclePages(address.view));
  return (
    <DataList
      name="missed-vehicles"
      views={useSavedViews("missed-vehicles")}
      label="Vehicles without a part"
      columns={columns}
      nameOf={nameOf}
      query={query}
      address={address}
      search={{ label: "Find a vehicle", hint: "Year, make or model" }}
      unsorted="Most often first"
      filters={null}
      nothing={<Nothing q={address.view.q} />}
      failed="The vehicles could not be fetched"
      more="Show more vehicles"
      file={(columns) => filePath(missedVehicleCalls.file, toFilters(address.view), columns)}
      open={(id) => {
        const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
        const vehicle = rows.find(({ _id }) => _id === id);
        if (vehicle) void navigate(pathOf(vehicle));
      }}
    />
  );
}

function Nothing({ q }: { q: string }) {
  if (q === "") {
    return (
      <Note title="No vehicle was without a part">
        <p>There was a part for every vehicle that people asked for.</p>
      </Note>
    );
  }
  return (
    <Note title="No vehicle matches">
      <PageLink to={paths.missedVehicles} className="btn btn-secondary">
        Show all of them
      </PageLink>
    </Note>
  );
}
