import { Carousel } from "#web/ui/carousel.tsx";
import drawings from "./brands.svg";

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
