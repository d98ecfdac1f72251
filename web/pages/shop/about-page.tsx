import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { PageHead } from "./page-head.tsx";
import pistonSmall from "./pictures/piston-640.webp";
import pistonLarge from "./pictures/piston-960.webp";
import turboSmall from "./pictures/turbocharger-640.webp";
import turboLarge from "./pictures/turbocharger-960.webp";

const facts = [
  { figure: "2012", text: "the year of our first casting, a brake drum for a delivery van" },
  { figure: "40%", text: "market share in replacement parts for vans and light trucks" },
  { figure: "200+", text: "parts that we make ourselves, from iron, steel, rubber and copper" },
  { figure: "0.03 mm", text: "the most that the face of a brake disc may run out on our gauge" },
];

export function AboutPage() {
  return (
    <div className="wide pb-16 lg:pb-24">
      <PageHead about="About us" title="Our Motto">
        <p className="font-display text-2xl leading-snug font-bold lg:text-3xl">
          Make it so that it fits the first time.
        </p>
      </PageHead>
      <img
        src={turboLarge}
        srcSet={`${turboSmall} 640w, ${turboLarge} 960w`}
        sizes="(min-width: 80rem) 76rem, 88vw"
        alt="A turbocharger, seen from the side of its compressor"
        width={960}
        height={720}
        fetchPriority="high"
        decoding="sync"
        className="aspect-4/3 w-full object-cover sm:aspect-21/9"
      />
      <dl className="grid border-b border-base-300 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(({ figure, text }) => (
          <div key={figure} className="flex flex-col-reverse justify-end gap-2 py-8 pe-8">
            <dt className="text-sm leading-relaxed text-base-content/80">{text}</dt>
            <dd className="font-display text-4xl font-extrabold">{figure}</dd>
          </div>
        ))}
      </dl>
      <Story />
    </div>
  );
}

function Story() {
  return (
    <div className="mt-12 grid items-start gap-12 lg:mt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <img
        src={pistonLarge}
        srcSet={`${pistonSmall} 640w, ${pistonLarge} 960w`}
        sizes="(min-width: 64rem) 25rem, 88vw"
        alt="A forged piston with four valve pockets"
        width={960}
        height={720}
        loading="lazy"
        className="aspect-4/3 w-full border border-base-300 object-cover"
      />
      <div className="grid max-w-2xl gap-10 text-lg leading-relaxed">
        <section aria-labelledby="why" className="grid gap-4">
          <h2 id="why" className="text-2xl font-extrabold">
            Why a fit is worth more than a price
          </h2>
          <p>
            A part that does not fit costs a workshop twice: once for the part, and once for the
            lift that stands still. We began in 2012 with one lathe and one rule, that nothing
            leaves the works which we would not mount ourselves. The rule has stayed; there are
            forty lathes now.
          </p>
        </section>
        <section aria-labelledby="share" className="grid gap-4">
          <h2 id="share" className="text-2xl font-extrabold">
            Four in ten
          </h2>
          <p>
            Today we claim a 40% market share in replacement parts for vans and light trucks: of ten
            that are fitted, four are ours. We did not buy that share with the lowest price. Fleets
            count what a vehicle costs over its life, and they come back to what lasts.
          </p>
        </section>
        <section aria-labelledby="how" className="grid gap-4">
          <h2 id="how" className="text-2xl font-extrabold">
            Everything said out loud
          </h2>
          <p>
            What is in the catalogue is what is on the shelf: the dimensions that we measured, the
            stock at this moment, the price for one piece and the smallest order that we pack. If
            one of them is wrong, that is our mistake and we put it right.
          </p>
          <p>
            <PageLink to={paths.products} className="link font-semibold">
              See all products
            </PageLink>
          </p>
        </section>
      </div>
    </div>
  );
}
