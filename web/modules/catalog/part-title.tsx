import { ArrowLeft } from "lucide-react";
import type { Part } from "#contract/catalog.ts";
import { formatDollars } from "#web/app/format.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

/** Names that would fill the screen are written smaller. */
const long = 60;

/** The head of a part's sheet: its name, its number and its price. */
export function PartTitle({ part }: { part: Part }) {
  return (
    <header className="border-b border-base-content/80 pb-5 lg:pb-7">
      <PageLink
        to={paths.products}
        className="link inline-flex min-h-11 items-center gap-2 text-sm font-medium"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        All Products
      </PageLink>
      <div className="mt-1 grid items-end gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h1
            className={`${part.name.length > long ? "text-2xl lg:text-3xl" : "text-3xl lg:text-5xl"} leading-[1.1] font-extrabold wrap-anywhere`}
            dir="auto"
          >
            {part.name}
          </h1>
          <p className="mt-3 text-sm wrap-anywhere text-base-content/75">
            Part id: <span className="font-mono">{part._id}</span>
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
