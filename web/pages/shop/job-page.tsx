import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import type { Repair } from "#contract/repairs.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { jobPath, paths } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import { oneRepair, repairList } from "#web/modules/fitment/jobs/calls.ts";
import { JobLine } from "#web/modules/fitment/jobs/job-needs.tsx";
import { useOwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, PageLoading } from "#web/ui/placeholder.tsx";

const JobParts = late(async () => (await import("./job-parts.tsx")).JobParts);

export function JobPage() {
  const { name = "" } = usePageInput().params;
  return name === "" ? <Jobs /> : <Job key={name} name={name} />;
}

function Jobs() {
  const { data, error, refetch } = useQuery(repairList());
  if (!data) return <NotYet error={error} refetch={refetch} />;
  return (
    <Frame title="Jobs on your car">
      {data.length === 0 && <p>We describe no jobs yet.</p>}
      <ul className="grid border-t border-base-300 md:grid-cols-2 md:gap-x-8">
        {data.map(({ slug, name, lines }) => (
          <li key={slug} className="border-b border-base-300">
            <PageLink to={jobPath(slug)} className="block min-h-11 py-3 hover:bg-base-200">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              <span className="text-sm text-base-content/80">
                {lines.map(({ type }) => type.name).join(", ")}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Frame>
  );
}

function Job({ name }: { name: string }) {
  const { data: repair, error, refetch } = useQuery(oneRepair(name));
  const car = useOwnVehicle();
  if (!repair) return <NotYet error={error} refetch={refetch} />;
  return (
    <Frame title={repair.name}>
      {repair.note && <p className="mb-4 max-w-prose leading-relaxed">{repair.note}</p>}
      {car ? (
        <Suspense fallback={<InlineLoading />}>
          <JobParts slug={repair.slug} car={car} />
        </Suspense>
      ) : (
        <WithoutCar repair={repair} />
      )}
    </Frame>
  );
}

function WithoutCar({ repair: { lines } }: { repair: Repair }) {
  return (
    <>
      <ol className="grid border-t border-base-300">
        {lines.map((line) => (
          <li key={line.type.slug} className="grid gap-2 border-b border-base-300 py-4">
            <JobLine line={line} />
          </li>
        ))}
      </ol>
      <p className="mt-6">
        <button type="button" data-choose-car className="needs-script btn btn-secondary">
          Choose your car to see the parts
        </button>
      </p>
    </>
  );
}

function NotYet({ error, refetch }: { error: Error | null; refetch: () => unknown }) {
  if (!error) return <PageLoading />;
  return (
    <section className="wide py-12">
      <LoadFailed
        title="This job could not be fetched"
        heading="h1"
        error={error}
        retry={refetch}
      />
    </section>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wide pt-4 pb-16">
      <nav aria-label="Breadcrumb" className="flex flex-wrap items-center gap-x-2 text-sm">
        <PageLink to={paths.shop} className="link inline-flex min-h-11 items-center">
          Shop
        </PageLink>
        <span aria-hidden="true">/</span>
        <PageLink to={jobPath()} className="link inline-flex min-h-11 items-center">
          Jobs
        </PageLink>
      </nav>
      <h1 className="mb-4 text-[1.3125rem] leading-tight font-extrabold wrap-anywhere md:text-[1.625rem]">
        {title}
      </h1>
      {children}
    </section>
  );
}
