import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { Part } from "#contract/catalog.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { partPage } from "#web/modules/catalog/calls.ts";
import { PartOffer } from "#web/modules/catalog/part-offer.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";

export function PartPage() {
  const { id = "" } = useParams();
  const { data: part, error, refetch } = useQuery(partPage(id));

  if (part === "gone") return <NoLongerSold />;
  if (part) return <WholePart key={part._id} part={part} />;
  if (!error) return <PageLoading />;
  return (
    <section className="wide py-12">
      <LoadFailed
        title="This part could not be fetched"
        heading="h1"
        error={error}
        retry={refetch}
      />
    </section>
  );
}

function WholePart({ part }: { part: Part }) {
  const { name, img, description } = part;
  return (
    <article className="wide grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 pt-4 pb-16 md:grid-cols-2 md:grid-rows-[auto_auto_1fr] lg:grid-cols-[minmax(0,13fr)_minmax(0,11fr)] lg:pt-6 lg:pb-24">
      <header className="md:col-start-2">
        <Breadcrumb />
        <h1
          className="mt-1 text-2xl leading-tight font-extrabold wrap-anywhere lg:text-3xl"
          dir="auto"
        >
          {name}
        </h1>
      </header>
      <div className="self-start border border-base-300 md:col-start-1 md:row-span-3 md:row-start-1">
        <Picture
          key={img}
          src={img}
          alt={name}
          eager
          sizes="(min-width: 80rem) 40rem, (min-width: 48rem) 50vw, 100vw"
        />
      </div>
      <div className="md:col-start-2">
        <PartOffer part={part} />
      </div>
      {description && (
        <p
          className="max-w-prose leading-relaxed whitespace-pre-line wrap-anywhere text-base-content/85 md:col-start-2 md:mt-2"
          dir="auto"
        >
          {description}
        </p>
      )}
    </article>
  );
}

function Breadcrumb() {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <PageLink to={paths.home} className="link inline-flex min-h-11 items-center">
            Home
          </PageLink>
        </li>
        <li aria-hidden="true">/</li>
        <li>
          <PageLink to={paths.products} className="link inline-flex min-h-11 items-center">
            All Products
          </PageLink>
        </li>
      </ol>
    </nav>
  );
}

function NoLongerSold() {
  return (
    <section className="wide py-16">
      <Note title="This part is no longer sold" heading="h1">
        <p>It was taken out of the catalogue. What was ordered of it stays ordered.</p>
        <PageLink to={paths.products} className="btn btn-primary">
          See all products
        </PageLink>
      </Note>
    </section>
  );
}
