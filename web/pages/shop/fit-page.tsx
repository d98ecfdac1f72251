import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { fitPath, paths, shopPath } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import {
  makeList,
  modelList,
  oneVehicle,
  partsForVehicle,
  yearList,
} from "#web/modules/fitment/calls.ts";
import { PartsForVehicle } from "#web/modules/fitment/parts-for-vehicle.tsx";
import { Deferred, LoadFailed, PageLoading } from "#web/ui/placeholder.tsx";

const loadAsk = async () => (await import("#web/app/ask-fit.tsx")).AskFit;

export function FitPage() {
  const { make = "", model = "", year = "", type = "" } = usePageInput().params;
  if (type !== "") return <Parts key={type} make={make} model={model} year={year} type={type} />;
  if (year !== "") return <Types make={make} model={model} year={year} />;
  if (model !== "") return <Years make={make} model={model} />;
  return make === "" ? <Makes /> : <Models make={make} />;
}

function Makes() {
  const { data, error, refetch } = useQuery(makeList());
  if (!data) return <NotYet error={error} refetch={refetch} />;
  return (
    <Frame title="Parts for your car" crumbs={[]}>
      <Choices
        label="Makes"
        choices={data.map(({ slug, name }) => ({ to: fitPath(slug), name, note: "" }))}
      />
      {data.length === 0 && <p>We have no data on cars yet.</p>}
    </Frame>
  );
}

function Models({ make }: { make: string }) {
  const { data, error, refetch } = useQuery(modelList(make));
  if (!data) return <NotYet error={error} refetch={refetch} />;
  return (
    <Frame title={`Parts for ${data.name}`} crumbs={[]}>
      <Choices
        label="Models"
        choices={data.models.map(({ slug, name, from, to }) => ({
          to: fitPath(make, slug),
          name,
          note: from === to ? `${from}` : `${from} to ${to}`,
        }))}
      />
    </Frame>
  );
}

function Years({ make, model }: { make: string; model: string }) {
  const { data, error, refetch } = useQuery(yearList(make, model));
  if (!data) return <NotYet error={error} refetch={refetch} />;
  return (
    <Frame
      title={`Parts for ${data.make.name} ${data.name}`}
      crumbs={[{ to: fitPath(make), name: data.make.name }]}
    >
      <Choices
        label="Model years"
        choices={data.vehicles.map(({ year }) => ({
          to: fitPath(make, model, `${year}`),
          name: `${year}`,
          note: "",
        }))}
      />
    </Frame>
  );
}

type OfVehicle = { make: string; model: string; year: string };

function Types({ make, model, year }: OfVehicle) {
  const { data, error, refetch } = useQuery(oneVehicle(make, model, year));
  if (!data) return <NotYet error={error} refetch={refetch} />;
  return (
    <Frame
      title={`Parts for the ${year} ${data.make.name} ${data.model.name}`}
      crumbs={[
        { to: fitPath(make), name: data.make.name },
        { to: fitPath(make, model), name: data.model.name },
      ]}
    >
      <Choices
        label="Part types"
        choices={data.types.map(({ slug, name, parts }) => ({
          to: fitPath(make, model, year, slug),
          name,
          note: `${parts} ${parts === 1 ? "part" : "parts"}`,
        }))}
      />
      {data.types.length === 0 && <p>We have no data on parts for this car yet.</p>}
    </Frame>
  );
}

function Parts({ make, model, year, type }: OfVehicle & { type: string }) {
  const { after } = usePageInput().query;
  const { data, error, refetch } = useQuery(partsForVehicle({ make, model, year, type }, after));
  if (!data) return <NotYet error={error} refetch={refetch} />;
  const { vehicle, next } = data;
  const ownPath = fitPath(make, model, year, type);
  return (
    <Frame
      title={`${data.type.name} for the ${year} ${vehicle.make.name} ${vehicle.model.name}`}
      crumbs={[
        { to: fitPath(make), name: vehicle.make.name },
        { to: fitPath(make, model), name: vehicle.model.name },
        { to: fitPath(make, model, year), name: year },
      ]}
    >
      <PartsForVehicle
        key={after}
        given={data}
        isWhole={next === null && !after}
        ask={(car, part) => <Deferred load={loadAsk} props={{ car, part }} />}
      />
      <nav aria-label="Pages" className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {after && (
          <PageLink to={ownPath} className="btn">
            First page
          </PageLink>
        )}
        {next && (
          <PageLink to={`${ownPath}?after=${next}`} className="btn btn-secondary">
            Next page
          </PageLink>
        )}
      </nav>
      <p className="mt-6">
        <PageLink to={shopPath(type)} className="link inline-flex min-h-11 items-center">
          All {data.type.name}, for any car
        </PageLink>
      </p>
    </Frame>
  );
}

type NotYetProps = { error: Error | null; refetch: () => unknown };

function NotYet({ error, refetch }: NotYetProps) {
  if (!error) return <PageLoading />;
  return (
    <section className="wide py-12">
      <LoadFailed
        title="This car could not be fetched"
        heading="h1"
        error={error}
        retry={refetch}
      />
    </section>
  );
}

type FrameProps = { title: string; crumbs: { to: string; name: string }[]; children: ReactNode };

function Frame({ title, crumbs, children }: FrameProps) {
  return (
    <section className="wide pt-4 pb-16">
      <nav aria-label="Breadcrumb" className="text-sm">
        <ol className="flex flex-wrap items-center gap-x-2">
          {[{ to: paths.shop, name: "Shop" }, { to: fitPath(), name: "Cars" }, ...crumbs].map(
            ({ to, name }, index) => (
              <li key={to} className="flex items-center gap-x-2">
                {index > 0 && <span aria-hidden="true">/</span>}
                <PageLink to={to} className="link inline-flex min-h-11 items-center">
                  {name}
                </PageLink>
              </li>
            ),
          )}
        </ol>
      </nav>
      <h1 className="mb-4 text-[1.3125rem] leading-tight font-extrabold wrap-anywhere md:text-[1.625rem]">
        {title}
      </h1>
      {children}
    </section>
  );
}

type ChoicesProps = { label: string; choices: { to: string; name: string; note: string }[] };

function Choices({ label, choices }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-2 border-s border-t border-base-300 sm:grid-cols-3 lg:grid-cols-4"
    >
      {choices.map(({ to, name, note }) => (
        <li key={to} className="min-w-0 border-e border-b border-base-300">
          <PageLink
            to={to}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 p-3 hover:bg-base-200"
          >
            <span className="font-semibold wrap-anywhere">{name}</span>
            {note !== "" && <span className="text-sm text-base-content/75">{note}</span>}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
