import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { useIsWhole } from "#web/first-sight.ts";
import { later, wake } from "#web/later.tsx";
import { PageLink } from "#web/page-link.tsx";
import { newestParts } from "#web/parts/calls.ts";
import { PartGrid } from "#web/parts/part-grid.tsx";
import { NoParts, PartsFailed, PartsToCome } from "#web/parts/part-notes.tsx";
import { paths } from "#web/paths.ts";
import { newestReviews } from "#web/reviews/calls.ts";
import { wasLeftAtTop } from "#web/scroll.ts";
import { Section } from "./section.tsx";

const above = later(async () => (await import("./home/above-products.tsx")).AboveProducts);
const below = later(async () => (await import("./home/below-products.tsx")).BelowProducts);

export async function loadHome() {
  await Promise.all([above.ready(), below.ready()]);
  return HomePage;
}

function HomePage() {
  useNewReviews();
  const { key } = useLocation();
  const isWhole = useIsWhole(wasLeftAtTop(key));
  return (
    <>
      <above.Component />
      {isWhole ? <Rest /> : <div className="min-h-dvh" />}
    </>
  );
}

function Rest() {
  return (
    <>
      <Section
        id="products"
        about="New on the shelf"
        title="Products"
        aside={
          <PageLink to={paths.products} className="link font-semibold">
            See all products
          </PageLink>
        }
      >
        <NewestParts />
      </Section>
      <below.Component />
    </>
  );
}

function NewestParts() {
  const { data: parts, error, errorUpdateCount, refetch } = useQuery(newestParts());
  if (parts) return parts.length > 0 ? <PartGrid parts={parts} heading="h3" /> : <NoParts />;
  return error || errorUpdateCount > 0 ? (
    <PartsFailed error={error} retry={refetch} />
  ) : (
    <PartsToCome />
  );
}

/** What shows the reviews may still sleep when there is a new one. */
function useNewReviews(): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const look = () => {
      if (cache.find(newestReviews())?.state.isInvalidated) wake();
    };
    // It may have come before this code was there to hear of it.
    look();
    return cache.subscribe(look);
  }, [client]);
}
