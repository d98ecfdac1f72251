import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useParams } from "react-router";
import type { PartPage as WholePart } from "#contract/catalog.ts";
import { mayComeBack } from "#contract/rules/quantity.ts";
import { KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { fitPath, paths, shopPath } from "#web/app/paths.ts";
import { type GonePart, partPage } from "#web/modules/catalog/calls.ts";
import {
  hasSpecification,
  KitComponents,
  KitList,
  PartHistory,
  PartLinks,
  PartNumbers,
  PartSpecification,
  PartSuccessors,
  PartVehicles,
  ReplacedBy,
} from "#web/modules/catalog/part-details.tsx";
import { PartGallery } from "#web/modules/catalog/part-gallery.tsx";
import { PartOffer } from "#web/modules/catalog/part-offer.tsx";
import { PartRating, PartReviews } from "#web/modules/reviews/part-reviews.tsx";
import { late } from "#web/ui/late.tsx";
import { Deferred, InlineLoading, LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";

export function PartPage() {
  const { number = "" } = useParams();
  const { data: part, error, refetch } = useQuery(partPage(number));

  if (part && "_id" in part) return <ShownPart key={part._id} part={part} />;
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

const loadCopy = async () => (await import("#web/ui/copy-text.tsx")).CopyText;
const loadAdd = async () => (await import("./basket-actions.tsx")).AddPieces;
const loadTools = async () => (await import("./part-tools.tsx")).PartTools;
const loadTellMe = async () => (await import("./tell-me.tsx")).TellMe;
const loadFoot = async () => (await import("./part-foot.tsx")).PartFoot;

function ShownPart({ part }: { part: WholePart }) {
  const { number, name, description, numbers, pictures, chain } = part;
  return (
    <>
      <article className="wide pt-4 pb-16 lg:pt-6 lg:pb-24">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 md:grid-cols-2 md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,13fr)_minmax(0,11fr)]">
          <header className="md:col-start-2">
            <Breadcrumb types={part.types} />
            {part.furtherTypes.length > 0 && (
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                Also in:
                {part.furtherTypes.map(({ slug, name }) => (
                  <PageLink
                    key={slug}
                    to={shopPath(slug)}
                    className="link inline-flex min-h-11 items-center"
                  >
                    {name}
                  </PageLink>
                ))}
              </p>
            )}
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <p className="flex min-h-11 items-center gap-x-2">
                <span className="font-mono text-xl wrap-anywhere lg:text-2xl">{number}</span>
                <Deferred load={loadCopy} props={{ label: `Copy ${number}`, text: number }} />
              </p>
              <PartRating partId={part._id} />
            </div>
            <h1
              className="text-2xl leading-tight font-extrabold wrap-anywhere lg:text-3xl"
              dir="auto"
            >
              <KeepUnits>{name}</KeepUnits>
            </h1>
          </header>
          <div className="self-start md:col-start-1 md:row-span-2 md:row-start-1">
            <PartGallery pictures={pictures} name={name} />
          </div>
          <div className="grid content-start gap-5 md:col-start-2">
            <Life part={part} />
            {part.laterKits.length > 0 && (
              <Remark>
                Some of this kit is no longer made. The kit with what replaces it:{" "}
                <PartLinks parts={part.laterKits} />
              </Remark>
            )}
            {part.vehicles.isAsked && (
              <>
                <div data-fit={part._id} data-fit-as="block" className="fit-block" />
                <a href={fitPath()} data-choose-car className="choose-car btn btn-outline">
                  Choose your car to see whether it fits
                </a>
              </>
            )}
            <PartOffer part={part} basket={<Deferred load={loadAdd} props={{ part }} />} />
            <div className="-my-2 flex min-h-11 flex-wrap items-center gap-x-4">
              <Deferred load={loadTools} props={{ part, withText: true }} />
            </div>
            {mayComeBack(part) && <WhenItIsBack part={part} />}
            {description && (
              <p
                className="max-w-prose leading-relaxed whitespace-pre-line wrap-anywhere text-base-content/85"
                dir="auto"
              >
                <KeepUnits>{description}</KeepUnits>
              </p>
            )}
          </div>
        </div>
        <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10 empty:hidden md:grid-cols-2 lg:grid-cols-3">
          {hasSpecification(part) && (
            <Section id="specification" title="Specification">
              <PartSpecification part={part} />
            </Section>
          )}
          {numbers.length > 0 && (
            <Section id="numbers" title="Other numbers">
              <PartNumbers numbers={numbers} />
            </Section>
          )}
          {part.vehicles.lines.length > 0 && (
            <Section id="vehicles" title="Listed for">
              <PartVehicles _id={part._id} vehicles={part.vehicles} />
            </Section>
          )}
          {part.components.length > 0 && (
            <Section id="components" title="In this kit">
              <KitComponents part={part} />
            </Section>
          )}
          {part.kits.length > 0 && (
            <Section id="kits" title="Kits with this part">
              <KitList kits={part.kits} />
            </Section>
          )}
          {chain.length > 0 && (
            <Section id="history" title="Which part replaced which">
              <PartHistory part={part} />
            </Section>
          )}
        </div>
        <PartReviews partId={part._id}>
          <YourReview partId={part._id} />
        </PartReviews>
      </article>
      <Deferred load={loadFoot} props={{ id: part._id }} />
    </>
  );
}

/** Cards of such parts lead here. */
function WhenItIsBack({ part }: { part: WholePart }) {
  return (
    <section
      id="tell-me"
      aria-labelledby="tell-me-title"
      className="grid min-h-38 scroll-mt-24 content-start justify-items-start gap-3 border border-base-300 bg-base-200 p-4"
    >
      <h2 id="tell-me-title" className="flex items-center gap-2 font-bold">
        <Bell className="size-5" aria-hidden="true" />
        Tell me when it is back
      </h2>
      <Deferred load={loadTellMe} props={{ part }} />
      <noscript>
        <p className="text-sm">This needs JavaScript, which is switched off here.</p>
      </noscript>
    </section>
  );
}

const WritePartReview = late(async () => (await import("./write-part-review.tsx")).WritePartReview);

/** Orders lead here with #review. */
function YourReview({ partId }: { partId: string }) {
  const { hash, pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (hash === "#review") setOpen(true);
  }, [hash]);
  if (!isOpen) {
    return (
      <button type="button" className="btn btn-outline" onClick={() => setOpen(true)}>
        Review this part
      </button>
    );
  }
  return (
    <Suspense fallback={<InlineLoading />}>
      <WritePartReview partId={partId} address={pathname} />
    </Suspense>
  );
}

type SectionProps = { id: string; title: string; children: ReactNode };

function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-1 text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Life({ part: { life, successors } }: { part: WholePart }) {
  if (life === "announced") return <Remark>This part is announced: it will be sold soon.</Remark>;
  if (life === "active") return null;
  if (successors.length === 0) return <Remark>This part is no longer made.</Remark>;
  return (
    <section
      aria-labelledby="replaced-by"
      className="grid gap-2 border border-s-4 border-base-300 border-s-info bg-base-200 p-4"
    >
      <h2 id="replaced-by" className="text-lg font-bold">
        Replaced by
      </h2>
      <PartSuccessors successors={successors} />
    </section>
  );
}

function Remark({ children }: { children: ReactNode }) {
  return <p className="border-s-4 border-info ps-3 leading-relaxed">{children}</p>;
}

function Breadcrumb({ types }: Pick<WholePart, "types">) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <PageLink to={paths.shop} className="link inline-flex min-h-11 items-center">
            Shop
          </PageLink>
        </li>
        {types.map(({ slug, name }) => (
          <li key={slug} className="flex items-center gap-x-2">
            <span aria-hidden="true">/</span>
            <PageLink to={shopPath(slug)} className="link inline-flex min-h-11 items-center">
              {name}
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function NoLongerSold({ successors }: GonePart) {
  return (
    <section className="wide py-16">
      <Note title="This part is no longer sold" heading="h1">
        <p>It was taken out of the catalogue. What was ordered of it stays ordered.</p>
        <ReplacedBy successors={successors} />
        <PageLink to={paths.products} className="btn btn-secondary">
          See all products
        </PageLink>
      </Note>
    </section>
  );
}
