import { Carousel } from "#web/look/carousel.tsx";
import aldermoor from "../brands/aldermoor.svg";
import belmarr from "../brands/belmarr.svg";
import draycote from "../brands/draycote.svg";
import halvorn from "../brands/halvorn.svg";
import kurven from "../brands/kurven.svg";
import ninefold from "../brands/ninefold.svg";
import tarnholt from "../brands/tarnholt.svg";
import vessik from "../brands/vessik.svg";

const marks = [
  { name: "Aldermoor", file: aldermoor },
  { name: "Vessik", file: vessik },
  { name: "Kurven", file: kurven },
  { name: "Tarnholt", file: tarnholt },
  { name: "Belmarr", file: belmarr },
  { name: "Ninefold", file: ninefold },
  { name: "Draycote", file: draycote },
  { name: "Halvorn", file: halvorn },
];

const slide =
  "basis-[calc((100%-50px)/2)] md:basis-[calc((100%-100px)/3)] xl:basis-[calc((100%-200px)/5)]";

/** Whose vehicles the parts are made for. */
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
          items={marks.map(({ name, file }) => ({
            key: name,
            content: (
              <img
                src={file}
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
