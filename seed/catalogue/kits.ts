import { type CatalogueEntry, numberOf } from "./catalogue-entry.ts";

const component = (part: string, quantity = 1) => ({ part, quantity, soldAlone: true });

/** One is packed; one is put together from the shelf, and its oil filter is not that of all engines. */
export const kits: CatalogueEntry[] = [
  {
    slug: "brake-disc-ventilated-312",
    type: "brake-kits",
    number: numberOf("brake-kits", 330),
    name: "Brake Kit, Front Axle, 330 mm",
    description: "Two ventilated discs and four pads that were run in together, packed in one box.",
    priceCents: 24_900,
    availablQuantity: 64,
    attributes: { Diameter: 330, Axle: "Front" },
    components: [component(numberOf("brake-discs", 330), 2), component("PW-4417")],
  },
  {
    slug: "oil-filter-spin-on",
    type: "service-kits",
    number: numberOf("service-kits", 292),
    name: "Service Kit, Three Filters",
    description:
      "Oil, air and cabin filter for one yearly service. The oil filter is that of turbocharged petrol engines.",
    priceCents: 3_490,
    availablQuantity: 0,
    attributes: { Length: 292 },
    fromShelf: true,
    components: [component("PW-1042"), component("PW-2208"), component("PW-3310")],
  },
  {
    slug: "work-gloves",
    type: "work-gloves",
    number: numberOf("work-gloves", 9),
    name: "Work Gloves, Size 9",
    description: "Nitrile-coated knitted gloves that keep their grip on oily parts. One pair.",
    priceCents: 450,
    availablQuantity: 720,
    attributes: { Size: "9" },
  },
];
