import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { PartPage as PartPageData } from "#contract/catalog.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { type GonePart, partPage } from "#web/modules/catalog/calls.ts";
import { PartHistory } from "#web/modules/catalog/part-history.tsx";
import { PartOffer } from "#web/modules/catalog/part-offer.tsx";
import { PartSuccessors } from "#web/modules/catalog/part-successors.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";

export function PartPage() {
  const { number = "" } = useParams();
  const { data: part, error, refetch } = useQuery(partPage(number));

  if (part && "_id" in part) return <WholePart key={part._id} part={part} />;
  if (part) return <NoLongerSold {...part} />;
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

function WholePart({ part }: { part: PartPageData }) {
  const { name, img, description, life, successors } = part;
  const isReplaced = successors.length > 0 && (life === "superseded" || life === "ended");
  return (
    <article className="wide grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 pt-4 pb-16 md:grid-cols-2 md:grid-rows-[auto_auto_1fr] lg:grid-cols-[minmax(0,13fr)_minmax(0,11fr)] lg:pt-6 lg:pb-24">
      <header className="md:col-start-2">
        <Breadcrumb />
        <p className="mt-1 font-mono text-lg">{part.number}</p>
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
      <div className="grid gap-5 md:col-start-2">
        {isReplaced && <ReplacedBy successors={successors} />}
        <PartOffer part={part} />
      </div>
      <div className="grid content-start gap-6 md:col-start-2 md:mt-2">
        {description && (
          <p
            className="max-w-prose leading-relaxed whitespace-pre-line wrap-anywhere text-base-content/85"
            dir="auto"
          >
            {description}
          </p>
        )}
        {part.chain.length > 0 && (
          <section aria-labelledby="history">
            <h2 id="history" className="text-lg font-bold">
              Which part replaced which
            </h2>
            <PartHistory part={part} />
          </section>
        )}
      </div>
    </article>
  );
}

function ReplacedBy({ successors }: GonePart) {
  return (
    <section
      aria-labelledby="replaced-by"
      className="grid gap-2 border border-s-4 border-base-300 border-s-info bg-base-200 p-5"
    >
      <h2 id="replaced-by" className="text-lg font-bold">
        Replaced by
      </h2>
      <PartSuccessors successors={successors} />
    </section>
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

function NoLongerSold({ successors }: GonePart) {
  return (
    <section className="wide py-16">
      <Note title="This part is no longer sold" heading="h1">
        <p>It was taken out of the catalogue. What was ordered of it stays ordered.</p>
        {successors.length > 0 && (
          <div className="grid gap-2">
            <h2 className="font-bold">It was replaced by</h2>
            <PartSuccessors successors={successors} />
          </div>
        )}
        <PageLink to={paths.products} className="btn btn-primary">
          See all products
        </PageLink>
      </Note>
    </section>
  );
}
