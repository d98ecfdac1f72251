import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { newestParts } from "#web/modules/catalog/calls.ts";
import { PartGrid } from "#web/modules/catalog/part-grid.tsx";
import { NoParts, PartsFailed, PartsLoading } from "#web/modules/catalog/part-notes.tsx";
import { ReviewCarousel } from "#web/modules/reviews/review-carousel.tsx";
import { Banner } from "./home/banner.tsx";
import { Brands } from "./home/brands.tsx";
import { Making } from "./home/making.tsx";
import { Ordering } from "./home/ordering.tsx";
import { Statistics } from "./home/statistics.tsx";
import { Team } from "./home/team.tsx";
import { Section } from "./section.tsx";

export function HomePage() {
  return (
    <>
      <Banner />
      <Brands />
      <Statistics />
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
      <Making />
      <Ordering />
      <Section
        id="reviews"
        about="Reviews"
        title="What customers say"
        aside="Written by people with an account here, the newest first."
        tone="shade"
      >
        <ReviewCarousel />
      </Section>
      <Team />
    </>
  );
}

function NewestParts() {
  const { data: parts, error, errorUpdateCount, refetch } = useQuery(newestParts());
  if (parts) return parts.length > 0 ? <PartGrid parts={parts} heading="h3" /> : <NoParts />;
  return error || errorUpdateCount > 0 ? (
    <PartsFailed error={error} retry={refetch} />
  ) : (
    <PartsLoading />
  );
}
