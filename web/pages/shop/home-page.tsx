import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { newestParts } from "#web/modules/catalog/calls.ts";
import { NoParts, PartGrid, PartsLoading } from "#web/modules/catalog/part-grid.tsx";
import { ReviewCarousel } from "#web/modules/reviews/review-carousel.tsx";
import { Deferred } from "#web/ui/placeholder.tsx";
import { Banner, Brands } from "./home/banner.tsx";
import { Making, Ordering } from "./home/how-it-works.tsx";
import dieter from "./portraits/dieter-holm.svg";
import nadia from "./portraits/nadia-rahman.svg";
import samuel from "./portraits/samuel-osei.svg";
import { Section } from "./section.tsx";

const loadAdd = async () => (await import("./grid-add-button.tsx")).GridAddButton;
const loadFoot = async () => (await import("./list-foot.tsx")).ListFoot;
const loadRecent = async () => (await import("./recent-slot.tsx")).RecentSlot;

export function HomePage() {
  const [isAdding, setAdding] = useState(false);
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
        <NewestParts onAdd={() => setAdding(true)} />
      </Section>
      <Deferred load={loadRecent} props={{}} />
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
      {isAdding && <Deferred load={loadFoot} props={{ withRecent: false }} />}
    </>
  );
}

function NewestParts({ onAdd }: { onAdd: () => void }) {
  const { data: parts, error, errorUpdateCount, refetch } = useQuery(newestParts());
  if (!parts) {
    return <PartsLoading error={error} hasFailed={errorUpdateCount > 0} retry={refetch} />;
  }
  if (parts.length === 0) return <NoParts />;
  return (
    <PartGrid
      parts={parts}
      heading="h3"
      add={(part) => <Deferred load={loadAdd} props={{ part, onUse: onAdd }} />}
    />
  );
}

const figures = [
  { label: "Sell Products", figure: "120M+" },
  { label: "Customers", figure: "1K+" },
  { label: "Reviews", figure: "33K+" },
  { label: "Parts", figure: "200+" },
];

function Statistics() {
  return (
    <section aria-label="The shop in figures" className="border-b border-base-300">
      <dl className="wide grid grid-cols-2 gap-y-px max-[18rem]:grid-cols-1 md:grid-cols-4">
        {figures.map(({ label, figure }) => (
          <div
            key={label}
            className="flex flex-col-reverse gap-1 border-base-300 max-md:nth-[n+3]:border-t py-8 not-first:ps-6 odd:border-e even:ps-6 max-md:odd:ps-0 md:not-last:border-e md:py-12"
          >
            <dt className="text-base-content/75">{label}</dt>
            <dd className="font-display text-3xl font-extrabold sm:text-4xl lg:text-5xl xl:text-6xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Member = { id: number; name: string; position: string; img: string };

const team: Member[] = [
  { id: 1, name: "Nadia Rahman", position: "Co-Manneger", img: nadia },
  { id: 2, name: "Dieter Holm", position: "Product-Manneger", img: dieter },
  { id: 3, name: "Samuel Osei", position: "Sells-Manneger", img: samuel },
];

function Team() {
  return (
    <Section
      id="team"
      about="People"
      title="Our Team"
      aside="Three people who answer for what leaves the works."
    >
      <ul className="grid gap-6 md:grid-cols-3">
        {team.map(({ id, name, position, img }) => (
          <li key={id}>
            <article className="border border-base-300">
              <img
                src={img}
                alt={`Portrait of ${name}`}
                width={480}
                height={480}
                loading="lazy"
                decoding="async"
                className="aspect-square w-full bg-neutral"
              />
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 p-5">
                <h3 className="text-xl font-bold">{name}</h3>
                <p className="text-base-content/75">{position}</p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </Section>
  );
}
