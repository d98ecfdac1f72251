import type { CatalogueEntry } from "./catalogue-entry.ts";
import { makeVariants } from "./make-variants.ts";

const discs = makeVariants(
  ["brake-discs", "brake-disc-ventilated-312"],
  [
    [256, 22, 4, "Front"],
    [280, 22, 5, "Front"],
    [288, 25, 5, "Front"],
    [300, 24, 5, "Front"],
    [320, 30, 5, "Front"],
    [330, 28, 5, "Front"],
    [345, 30, 5, "Front"],
    [245, 10, 5, "Rear"],
    [272, 10, 5, "Rear"],
    [286, 12, 5, "Rear"],
    [310, 22, 5, "Rear"],
  ],
  ([diameter, thickness, holes, axle]) => ({
    key: diameter,
    name: `${thickness > 20 ? "Ventilated" : "Solid"} Brake Disc, ${diameter} mm, ${axle} Axle`,
    description:
      `High-carbon grey iron, ${thickness} mm thick, ${holes} holes. Run-out below 0.03 mm, ` +
      `wear limit ${thickness - 2} mm stamped on the rim; zinc-flake coated hat.`,
    about: diameter / 4 + thickness / 2,
    attributes: { Diameter: diameter, Thickness: thickness, Holes: holes, Axle: axle },
  }),
);

const pads = makeVariants(
  ["brake-pads", "brake-pad-set-front"],
  [
    [131, 58, 18, "Front"],
    [142, 60, 19, "Front"],
    [146, 64, 20, "Front"],
    [156, 74, 20, "Front"],
    [164, 73, 19, "Front"],
    [186, 73, 17, "Front"],
    [105, 56, 17, "Rear"],
    [109, 53, 16, "Rear"],
    [123, 59, 17, "Rear"],
    [138, 62, 18, "Rear"],
  ],
  ([width, height, thickness, axle]) => ({
    key: `${width}${axle === "Rear" ? "R" : ""}`,
    name: `Brake Pad Set, ${axle}, ${width} x ${height} mm`,
    description:
      `Four low-metallic, copper-free pads, ${thickness} mm thick, on powder-coated backing ` +
      "plates with mechanical retention. Chamfered, shimmed and slotted, for one axle.",
    about: width / 5 + 12,
    attributes: { Width: width, Height: height, Thickness: thickness, Axle: axle },
  }),
);

const drums = makeVariants(
  ["brake-drums", "brake-drum-rear"],
  [
    [180, 32, 4],
    [200, 35, 4],
    [203, 38, 4],
    [230, 42, 5],
    [254, 57, 5],
  ],
  ([diameter, width, holes]) => ({
    key: diameter,
    name: `Brake Drum, ${diameter} mm, ${holes} Holes`,
    description:
      `Grey cast iron drum with a turned friction surface ${width} mm wide and cast cooling ` +
      `ribs. Wear limit ${diameter + 1.5} mm stamped on the rim.`,
    about: diameter / 5 + 8,
    attributes: { Diameter: diameter, Width: width, Holes: holes },
  }),
);

const calipers = makeVariants(
  ["brake-calipers", "brake-caliper-four-piston"],
  [
    [38, 1, "Rear", "Left"],
    [38, 1, "Rear", "Right"],
    [54, 1, "Front", "Left"],
    [54, 1, "Front", "Right"],
    [57, 1, "Front", "Left"],
    [57, 1, "Front", "Right"],
    [40, 4, "Front", "Left"],
  ],
  ([piston, pistons, axle, side]) => ({
    key: `${piston}${pistons}${side[0]}`,
    name: `Brake Caliper, ${axle}, ${side}, ${pistons === 1 ? "" : "4 x "}${piston} mm`,
    description:
      `${pistons === 1 ? "Floating caliper in ductile iron" : "Fixed caliper in forged aluminium"} ` +
      `with ${pistons} x ${piston} mm pistons and dust boots, each pressure-tested to 160 bar.`,
    about: 60 + piston + pistons * 40,
    attributes: { Piston: piston, Pistons: pistons, Axle: axle, Side: side },
  }),
);

const oilFilters = makeVariants(
  ["oil-filters", "oil-filter-spin-on"],
  [
    ["M20 x 1.5", 66, 75],
    ["M20 x 1.5", 76, 123],
    ["M18 x 1.5", 68, 86],
    ["M22 x 1.5", 76, 80],
    ["M22 x 1.5", 93, 140],
    ["M24 x 1.5", 96, 115],
    ["3/4-16 UNF", 66, 87],
    ["3/4-16 UNF", 76, 100],
    ["3/4-16 UNF", 93, 142],
  ],
  ([thread, diameter, height]) => ({
    key: `${thread.replace(/\W.*/, "").replace("M", "")}${diameter}${height}`,
    name: `Spin-On Oil Filter, ${thread}, ${height} mm`,
    description:
      `Pleated cellulose and glass-fibre media rated at 25 micron, 1.2 bar bypass valve and ` +
      `anti-drain-back membrane. Nitrile seal, ${diameter} mm can, ${height} mm tall.`,
    about: 4 + height / 20,
    attributes: { Thread: thread, Diameter: diameter, Height: height },
  }),
);

const panels = [
  [220, 155, 42],
  [238, 187, 58],
  [256, 188, 50],
  [268, 201, 43],
  [280, 158, 57],
  [304, 211, 57],
  [345, 135, 70],
  [367, 152, 40],
  [376, 182, 48],
] as const;

const airFilters = makeVariants(
  ["air-filters", "air-filter-panel"],
  panels,
  ([length, width, height]) => ({
    key: length,
    name: `Panel Air Filter, ${length} x ${width} mm`,
    description:
      `Resin-bonded paper in ${Math.round(length / 6)} deep pleats, moulded into a polyurethane ` +
      `frame ${height} mm high that seals the airbox without adhesive.`,
    about: 7 + length / 50,
    attributes: { Length: length, Width: width, Height: height },
  }),
);

const cabinFilters = makeVariants(
  ["cabin-filters", "cabin-filter-carbon"],
  [
    [200, 195, 30, "Particle"],
    [216, 200, 30, "Particle"],
    [240, 204, 35, "Activated carbon"],
    [254, 224, 36, "Particle"],
    [265, 198, 25, "Activated carbon"],
    [278, 219, 30, "Activated carbon"],
    [283, 206, 30, "Particle"],
    [288, 215, 34, "Activated carbon"],
  ],
  ([length, width, height, medium]) => ({
    key: `${length}${medium[0] === "A" ? "C" : "P"}`,
    name: `Cabin Filter, ${medium}, ${length} x ${width} mm`,
    description:
      `${length} x ${width} mm cassette, ${height} mm deep. Holds back pollen and soot` +
      `${medium === "Particle" ? "" : ", ozone and smells"}; change once a year.`,
    about: medium === "Particle" ? 9 : 15,
    attributes: { Length: length, Width: width, Height: height, Medium: medium },
  }),
);

const fuelFilters = makeVariants(
  ["fuel-filters", "fuel-filter-inline"],
  [
    [6, "Petrol"],
    [10, "Petrol"],
    [8, "Diesel"],
    [10, "Diesel"],
    [12, "Diesel"],
  ],
  ([port, fuel]) => ({
    key: `${port}${fuel[0]}`,
    name: `Inline Fuel Filter, ${port} mm Ports, ${fuel}`,
    description:
      `Crimped aluminium housing with ${port} mm quick-connect spigots and a ` +
      `${fuel === "Diesel" ? "5" : "10"} micron media around a steel core. Burst pressure 20 bar.`,
    about: 10 + port / 2,
    attributes: { Port: port, Fuel: fuel },
  }),
);

export const brakeAndFilterParts: CatalogueEntry[] = [
  ...discs,
  ...pads,
  ...drums,
  ...calipers,
  ...oilFilters,
  ...airFilters,
  ...cabinFilters,
  ...fuelFilters,
];
