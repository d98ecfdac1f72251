import type { ReactNode } from "react";
import type { Part } from "#contract/catalog.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { formatCount, formatDollars, KeepUnits } from "#web/app/format.tsx";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

const long = 60;

export function PartTitle({ part }: { part: Part }) {
  return (
    <header className="border-b border-base-content/80 pb-5 lg:pb-7">
      <BackLink to={paths.products}>All Products</BackLink>
      <div className="grid items-end gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h1
            className={`${part.name.length > long ? "text-2xl lg:text-3xl" : "text-3xl lg:text-5xl"} leading-[1.1] font-extrabold wrap-anywhere`}
            dir="auto"
          >
            <KeepUnits>{part.name}</KeepUnits>
          </h1>
          <p className="mt-3 text-sm wrap-anywhere text-base-content/75">
            Part id: <span className="font-mono">{part._id}</span>
          </p>
          <p className="text-sm">
            <PageLink to={partPath(part)} className="link inline-flex min-h-11 items-center">
              All about {part.number}
            </PageLink>
          </p>
        </div>
        <p className="lg:text-end">
          <span className="text-2xl font-bold lg:text-3xl">
            Price : ${formatDollars(part.price)}
          </span>{" "}
          <span className="inline-block text-base-content/75">(per piece)</span>
        </p>
      </div>
    </header>
  );
}

export function PartDetails({ part }: { part: Part }) {
  return (
    <div className="grid gap-6">
      <div data-fit={part._id} data-fit-as="block" />
      <dl className="divide-y divide-base-300 border-y border-base-300">
        <Fact label="minimum Quantity">{pieces(part.minimumQuantity)}</Fact>
        <Fact label="Availabl Quantity">{pieces(part.availablQuantity)}</Fact>
      </dl>
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
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-base-content/75">{label}</dt>
      <dd className="text-lg font-bold">{children}</dd>
    </div>
  );
}

function pieces(count: number): string {
  return formatCount(count);
}
