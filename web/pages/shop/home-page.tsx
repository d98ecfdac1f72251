import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#web/page-link.tsx";
import { newestParts } from "#web/parts/calls.ts";
import { PartGrid } from "#web/parts/part-grid.tsx";
import { NoParts, PartsFailed, PartsToCome } from "#web/parts/part-notes.tsx";
import { paths } from "#web/paths.ts";
import { ReviewCarousel } from "#web/reviews/review-carousel.tsx";
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
    <PartsToCome />
  );
}
