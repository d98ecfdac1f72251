import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useNavigate, useParams } from "react-router";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, vehiclesPath } from "#web/app/paths.ts";
import { VehicleTree } from "#web/modules/fitment/applications/vehicle-tree.tsx";
import { makeList, modelList, oneVehicle, yearList } from "#web/modules/fitment/calls.ts";
import { Select } from "#web/ui/choice.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";

const EditVehicles = late(
  async () => (await import("#web/modules/fitment/vehicle-edits/edit-vehicles.tsx")).EditVehicles,
);

const links = [
  ["Jobs on cars", paths.repairs],
  ["Held applications", paths.heldApplications],
  ["Without a part", paths.missedVehicles],
] as const;

type Option = { slug: string; name: string };

export function VehiclesPage() {
  const { make = "", model = "", year = "", type = "" } = useParams();
  const navigate = useNavigate();
  const makes = useQuery(makeList());
  const models = useQuery(modelList(make));
  const years = useQuery(yearList(make, model));
  const vehicle = useQuery(oneVehicle(make, model, year));
  const failed = [makes, models, years, vehicle].find(({ error }) => error);
  const lists: { label: string; value: string; options: Option[] | undefined }[] = [
    { label: "Make", value: make, options: makes.data },
    { label: "Model", value: model, options: models.data?.models },
    {
      label: "Year",
      value: year,
      options: years.data?.vehicles.map(({ year }) => ({ slug: `${year}`, name: `${year}` })),
    },
    { label: "Part type", value: type, options: vehicle.data?.types },
  ];
  const names = [make, model, year, type];
  return (
    <section>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
        <h2 className="text-xl font-extrabold md:text-2xl">Vehicles</h2>
        <div className="flex flex-wrap gap-x-6">
          {links.map(([name, path]) => (
            <PageLink key={path} to={path} className="link inline-flex min-h-11 items-center">
              {name}
            </PageLink>
          ))}
        </div>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
        {lists.map(({ label, value, options = [] }, at) => (
          <Select
            key={label}
            label={label}
            choices={{ "": "Choose", ...toChoices(options) }}
            value={options.some(({ slug }) => slug === value) ? value : ""}
            onChoose={(chosen) => {
              const kept = [...names.slice(0, at), chosen].filter((name) => name !== "");
              void navigate(vehiclesPath(...kept), { preventScrollReset: true });
            }}
          />
        ))}
      </div>
      <div className="mt-8">
        {failed?.error && (
          <LoadFailed
            title="The vehicles could not be fetched"
            error={failed.error}
            retry={failed.refetch}
          />
        )}
        {vehicle.data && vehicle.data.types.length === 0 && (
          <p>No part has an application for this vehicle yet.</p>
        )}
        {type !== "" && <VehicleTree make={make} model={model} year={year} type={type} />}
      </div>
      <HiddenIfReadOnly>
        <Suspense fallback={<InlineLoading />}>
          <EditVehicles
            make={makes.data?.find(({ slug }) => slug === make)}
            model={models.data?.models.find(({ slug }) => slug === model)}
            year={vehicle.data ? year : ""}
            onSaved={(...saved) =>
              void navigate(vehiclesPath(...saved), { preventScrollReset: true })
            }
          />
        </Suspense>
      </HiddenIfReadOnly>
    </section>
  );
}

const toChoices = (options: Option[]) =>
  Object.fromEntries(options.map(({ slug, name }) => [slug, name]));
