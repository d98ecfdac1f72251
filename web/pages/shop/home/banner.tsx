import { useShopName } from "#web/app/shop-name.ts";
import { Carousel } from "#web/ui/carousel.tsx";
import small from "../pictures/brake-disc-720.webp";
import large from "../pictures/brake-disc-960.webp";
import drawings from "./brands.svg";

export function Banner() {
  return (
    <section aria-label="Welcome" className="bg-neutral text-neutral-content">
      <div className="mx-auto grid grid-cols-[minmax(0,1fr)] max-w-[100rem] lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <div className="grid content-center justify-items-start gap-6 px-4 py-12 md:px-8 lg:py-16 xl:ps-[max(2rem,calc((min(100vw,100rem)-80rem)/2+2rem))] xl:pe-16">
          <p className="font-semibold">Welcome to {useShopName()}</p>
          <h1 className="text-[min(3.5rem,13.5vw)] leading-none font-extrabold sm:text-6xl xl:text-7xl">
            The best Automotive shop
          </h1>
          <p className="max-w-xl text-lg leading-relaxed text-neutral-content/85">
            We cast, turn, press and test auto parts, and sell them straight from our own shelves to
            workshops and fleets. Every part here shows what is in stock now, what it costs and the
            smallest order that we pack.
          </p>
          <button type="button" className="btn btn-primary btn-lg mt-2">
            Get Started
          </button>
        </div>
        <Figure />
      </div>
    </section>
  );
}

function Figure() {
  return (
    <figure className="flex flex-col">
      <div className="relative grow">
        <img
          src={large}
          srcSet={`${small} 720w, ${large} 960w`}
          sizes="(min-width: 100rem) 48rem, (min-width: 64rem) 48vw, 98vw"
          alt="A ventilated, cross-drilled brake disc"
          width={960}
          height={720}
          fetchPriority="high"
          decoding="sync"
          className="aspect-4/3 size-full object-cover lg:absolute"
        />
        <Dimension />
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-6 px-4 py-3 text-sm text-neutral-content/85 md:px-8 lg:px-6">
        <span>Ventilated brake disc, front axle</span>
        <span>25 mm thick, run-out below 0.03 mm</span>
      </figcaption>
    </figure>
  );
}

function Dimension() {
  return (
    <svg
      viewBox="0 0 960 720"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full stroke-neutral"
    >
      <path d="M470 57H848M520 678H848" strokeWidth="1" strokeOpacity="0.45" />
      <path d="M832 57v265M832 412v266" strokeWidth="1.5" />
      <path d="M832 57l-6 22h12zM832 678l-6-22h12z" className="fill-neutral stroke-none" />
      <text
        transform="translate(842 367) rotate(-90)"
        textAnchor="middle"
        className="fill-neutral stroke-none text-[1.75rem] font-semibold"
      >
        Ø 312
      </text>
    </svg>
  );
}

/** One file with a view per name: eight requests would delay the banner's picture. */
const marks = [
  "Aldermoor",
  "Vessik",
  "Kurven",
  "Tarnholt",
  "Belmarr",
  "Ninefold",
  "Draycote",
  "Halvorn",
];

const slide =
  "basis-[calc((100%-50px)/2)] md:basis-[calc((100%-100px)/3)] xl:basis-[calc((100%-200px)/5)]";

export function Brands() {
  return (
    <section aria-labelledby="brands" className="bg-neutral text-neutral-content">
      <div className="wide pb-8">
        <h2
          id="brands"
          className="mb-4 border-t border-neutral-content/30 pt-6 text-base font-semibold"
        >
          Brands we make parts for
        </h2>
        <Carousel
          label="Brands"
          slide={slide}
          items={marks.map((name) => ({
            key: name,
            content: (
              <img
                src={`${drawings}#${name.toLowerCase()}`}
                alt={name}
                width={240}
                height={96}
                loading="lazy"
                decoding="async"
                className="h-auto w-full"
              />
            ),
          }))}
        />
      </div>
    </section>
  );
}
