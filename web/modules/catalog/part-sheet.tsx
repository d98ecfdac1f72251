import type { ReactNode } from "react";
import type { Part } from "#contract/catalog.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { formatCount, formatDollars, KeepUnits } from "#web/app/format.tsx";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

const long = 60;

export function PartTitle({ part }: { part: Part }) {
  return (
    <header className="border-b border-base-content/80 pb-4">
      <BackLink to={paths.products}>All Products</BackLink>
      <div className="grid items-end gap-x-12 gap-y-1 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h1
            className={`${part.name.length > long ? "text-xl" : "text-2xl"} lg:text-3xl leading-[1.1] font-extrabold wrap-anywhere`}
            dir="auto"
          >
            <KeepUnits>{part.name}</KeepUnits>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-6 text-sm wrap-anywhere">
            <span className="text-base-content/75">
              Part id: <span className="font-mono">{part._id}</span>
            </span>
            <PageLink to={partPath(part)} className="link inline-flex min-h-11 items-center">
              All about {part.number}
            </PageLink>
          </p>
        </div>
        <p className="lg:text-end">
          <span className="text-xl font-bold lg:text-2xl">
            Price : ${formatDollars(part.price)}
          </span>{" "}
          <span className="inline-block text-base-content/75">(per piece)</span>
        </p>
      </div>
    </header>
  );
}

export function PartStock({ part }: { part: Part }) {
  return (
    <dl className="divide-y divide-base-300 border-y border-base-300">
      <Fact label="minimum Quantity">{pieces(part.minimumQuantity)}</Fact>
      <Fact label="Availabl Quantity">{pieces(part.availablQuantity)}</Fact>
    </dl>
  );
}

export function PartDetails({ part }: { part: Part }) {
  return (
    <div className="grid gap-6">
      <div data-fit={part._id} data-fit-as="block" />
      {part.description && (
        <p
          className="max-w-prose leading-relaxed whitespace-pre-line wrap-anywhere text-base-content/85"
          dir="auto"
        >
          {part.description}
        </p>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1 md:py-3">
      <dt className="text-base-content/75">{label}</dt>
      <dd className="text-lg font-bold">{children}</dd>
    </div>
  );
}

function pieces(count: number): string {
  return formatCount(count);
}
