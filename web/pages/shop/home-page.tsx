import { useQuery } from "@tanstack/react-query";
import { Loading } from "#web/look/loading.tsx";
import { PageLink } from "#web/page-link.tsx";
import { newestParts } from "#web/parts/calls.ts";
import { PartGrid } from "#web/parts/part-grid.tsx";
import { NoParts, PartsFailed } from "#web/parts/part-notes.tsx";
import { paths } from "#web/paths.ts";

export function HomePage() {
  return (
    <>
      <Banner />
      <Products />
    </>
  );
}

function Banner() {
  return (
    <section className="bg-neutral text-neutral-content">
      <div className="wide grid gap-6 py-14 md:py-20">
        <p className="text-sm font-semibold tracking-widest text-neutral-content/80 uppercase">
          Welcome to Partwright
        </p>
        <h1 className="max-w-3xl text-4xl leading-tight font-extrabold md:text-6xl">
          The best Automotive shop
        </h1>
        <p className="max-w-2xl text-lg leading-relaxed text-neutral-content/85">
          We cast, turn, press and test auto parts, and sell them straight from our own shelves to
          workshops and fleets. Every part here shows what is in stock now, what it costs and the
          smallest order that we pack.
        </p>
        <div>
          <button type="button" className="btn btn-primary btn-lg">
            Get Started
          </button>
        </div>
      </div>
    </section>
  );
}

function Products() {
  return (
    <section className="wide py-16" aria-labelledby="products">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h2 id="products" className="text-3xl font-extrabold">
          Products
        </h2>
        <PageLink to={paths.products} className="link font-semibold">
          See all products
        </PageLink>
      </div>
      <NewestParts />
    </section>
  );
}

function NewestParts() {
  const { data: parts, error, refetch } = useQuery(newestParts());
  if (parts) return parts.length > 0 ? <PartGrid parts={parts} heading="h3" /> : <NoParts />;
  return error ? <PartsFailed error={error} retry={refetch} /> : <Loading />;
}
