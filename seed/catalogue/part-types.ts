import type { NewPartType } from "#server/modules/catalog/add-part-types.ts";

type Attribute = NonNullable<NewPartType["attributes"]>[number];

const measure = (name: string, unit: string | null = "mm"): Attribute => ({
  name,
  unit,
  kind: "number",
  facet: true,
});
const count = (name: string) => measure(name, null);
const choice = (name: string): Attribute => ({ name, unit: null, kind: "choice", facet: true });

const axle = choice("Axle");
const side = choice("Side");
const [length, width, height] = [measure("Length"), measure("Width"), measure("Height")];
const [diameter, thickness] = [measure("Diameter"), measure("Thickness")];
const thread = choice("Thread");
const voltage = measure("Voltage", "V");

type Leaf = {
  slug: string;
  name: string;
  /** The first part of its parts' numbers. */
  code: number;
  /** Pieces of one part that a car needs; one order may always be as small. */
  carNeeds: number;
  attributes: Attribute[];
  synonyms: string[];
};

function leaf(
  slug: string,
  name: string,
  [code, carNeeds]: [number, number],
  attributes: Attribute[],
  ...synonyms: string[]
): Leaf {
  return { slug, name, code, carNeeds, attributes, synonyms };
}

type Group = { slug: string; name: string; soldForVehicles?: false; types: Leaf[] };

const tree: Group[] = [
  {
    slug: "brakes",
    name: "Brakes",
    types: [
      leaf(
        "brake-discs",
        "Brake Discs",
        [104, 2],
        [diameter, thickness, count("Holes"), axle],
        "rotor",
        "brake rotor",
      ),
      leaf(
        "brake-pads",
        "Brake Pads",
        [102, 1],
        [width, height, thickness, axle],
        "pads",
        "disc pads",
      ),
      leaf("brake-drums", "Brake Drums", [103, 2], [diameter, width, count("Holes")], "drum"),
      leaf(
        "brake-calipers",
        "Brake Calipers",
        [105, 1],
        [measure("Piston"), count("Pistons"), axle, side],
        "calliper",
      ),
      leaf("brake-kits", "Brake Kits", [106, 1], [diameter, axle], "discs and pads", "brake set"),
    ],
  },
  {
    slug: "filters",
    name: "Filters",
    types: [
      leaf(
        "oil-filters",
        "Oil Filters",
        [201, 1],
        [thread, diameter, height],
        "oil filter cartridge",
      ),
      leaf("air-filters", "Air Filters", [202, 1], [length, width, height], "air cleaner"),
      leaf(
        "cabin-filters",
        "Cabin Filters",
        [203, 1],
        [length, width, height, choice("Medium")],
        "pollen filter",
      ),
      leaf(
        "fuel-filters",
        "Fuel Filters",
        [204, 1],
        [measure("Port"), choice("Fuel")],
        "petrol filter",
        "diesel filter",
      ),
      leaf("service-kits", "Service Kits", [205, 1], [length], "filter set"),
    ],
  },
  {
    slug: "ignition-and-fuel",
    name: "Ignition and Fuel",
    types: [
      leaf(
        "spark-plugs",
        "Spark Plugs",
        [301, 4],
        [thread, measure("Reach"), count("Heat range"), choice("Electrode")],
        "sparkplug",
      ),
      leaf("glow-plugs", "Glow Plugs", [302, 4], [thread, voltage, length], "heater plug"),
      leaf(
        "ignition-coils",
        "Ignition Coils",
        [303, 4],
        [measure("Peak voltage", "kV"), count("Pins")],
        "coil pack",
      ),
      leaf(
        "fuel-injectors",
        "Fuel Injectors",
        [304, 4],
        [measure("Flow", "cc/min")],
        "injection nozzle",
      ),
    ],
  },
  {
    slug: "engine",
    name: "Engine",
    types: [
      leaf("pistons", "Pistons", [401, 4], [measure("Bore")]),
      leaf("piston-rings", "Piston Rings", [402, 4], [measure("Bore")], "ring set"),
      leaf("valves", "Valves", [403, 8], [diameter, choice("Kind")]),
      leaf(
        "head-gaskets",
        "Head Gaskets",
        [404, 1],
        [measure("Bore"), thickness],
        "cylinder head gasket",
      ),
      leaf("camshafts", "Camshafts", [405, 1], [measure("Lift")], "cam"),
      leaf("turbochargers", "Turbochargers", [406, 1], [measure("Compressor")], "turbo"),
    ],
  },
  {
    slug: "belts-and-chains",
    name: "Belts and Chains",
    types: [
      leaf(
        "timing-belts",
        "Timing Belts",
        [501, 1],
        [count("Teeth"), width],
        "cam belt",
        "cambelt",
      ),
      leaf("timing-chains", "Timing Chains", [502, 1], [count("Links")]),
      leaf(
        "v-ribbed-belts",
        "V-Ribbed Belts",
        [503, 1],
        [count("Ribs"), length],
        "serpentine belt",
        "poly-v belt",
        "drive belt",
      ),
      leaf("belt-tensioners", "Belt Tensioners", [504, 1], [diameter], "tensioner pulley"),
    ],
  },
  {
    slug: "cooling",
    name: "Cooling",
    types: [
      leaf(
        "water-pumps",
        "Water Pumps",
        [601, 1],
        [measure("Flow", "l/min"), count("Vanes")],
        "coolant pump",
      ),
      leaf("thermostats", "Thermostats", [602, 1], [measure("Opens at", "°C")]),
      leaf("radiators", "Radiators", [603, 1], [width, height, measure("Depth")], "cooler"),
      leaf("radiator-hoses", "Radiator Hoses", [604, 1], [measure("Bore"), length], "coolant hose"),
    ],
  },
  {
    slug: "suspension-and-steering",
    name: "Suspension and Steering",
    types: [
      leaf(
        "coil-springs",
        "Coil Springs",
        [701, 2],
        [measure("Wire"), length, axle],
        "road spring",
      ),
      leaf(
        "shock-absorbers",
        "Shock Absorbers",
        [702, 2],
        [measure("Rod"), measure("Stroke"), axle],
        "damper",
        "strut",
        "shocks",
      ),
      leaf("control-arms", "Control Arms", [703, 1], [axle, side], "wishbone"),
      leaf("ball-joints", "Ball Joints", [704, 2], [measure("Taper")]),
      leaf("tie-rod-ends", "Tie Rod Ends", [705, 1], [thread, side], "track rod end"),
      leaf(
        "stabiliser-links",
        "Stabiliser Links",
        [706, 2],
        [length, axle],
        "drop link",
        "sway bar link",
        "anti-roll bar link",
      ),
      leaf(
        "wheel-bearings",
        "Wheel Bearings",
        [707, 2],
        [measure("Bore"), diameter, width],
        "hub bearing",
      ),
      leaf("wheel-hubs", "Wheel Hubs", [708, 2], [count("Studs")], "hub unit"),
    ],
  },
  {
    slug: "drivetrain",
    name: "Drivetrain",
    types: [
      leaf("clutch-kits", "Clutch Kits", [801, 1], [diameter, count("Splines")], "clutch set"),
      leaf("flywheels", "Flywheels", [802, 1], [count("Teeth")]),
      leaf("cv-joints", "CV Joints", [803, 1], [count("Splines")], "constant velocity joint"),
      leaf("drive-shafts", "Drive Shafts", [804, 1], [length, side], "half shaft", "axle shaft"),
    ],
  },
  {
    slug: "electrical",
    name: "Electrical",
    types: [
      leaf(
        "alternators",
        "Alternators",
        [901, 1],
        [voltage, measure("Current", "A")],
        "generator",
        "dynamo",
        "lichtmaschine",
      ),
      leaf(
        "starter-motors",
        "Starter Motors",
        [902, 1],
        [voltage, measure("Power", "kW"), count("Teeth")],
        "starter",
      ),
      leaf("battery-clamps", "Battery Clamps", [903, 1], [choice("Post")], "battery terminal"),
      leaf(
        "lambda-sensors",
        "Lambda Sensors",
        [904, 1],
        [count("Wires"), measure("Lead")],
        "oxygen sensor",
        "O2 sensor",
      ),
      leaf("abs-sensors", "ABS Sensors", [905, 1], [axle, measure("Lead")], "wheel speed sensor"),
      leaf(
        "map-sensors",
        "MAP Sensors",
        [906, 1],
        [measure("Range", "bar"), count("Pins")],
        "boost sensor",
      ),
    ],
  },
  {
    slug: "body",
    name: "Body",
    types: [
      leaf("head-lamps", "Head Lamps", [1001, 1], [side], "headlight", "headlamp"),
      leaf("wiper-blades", "Wiper Blades", [1002, 1], [length], "windscreen wiper"),
      leaf("door-mirrors", "Door Mirrors", [1003, 1], [side], "wing mirror"),
    ],
  },
  {
    slug: "workshop",
    name: "Workshop",
    soldForVehicles: false,
    types: [leaf("work-gloves", "Work Gloves", [1101, 1], [choice("Size")], "mechanic's gloves")],
  },
];

export const leafTypes = new Map(
  tree.flatMap(({ types }) => types.map((type) => [type.slug, type] as const)),
);

/** Each group before its types. */
export const partTypes: NewPartType[] = tree.flatMap(({ slug: parent, types, ...group }) => [
  { slug: parent, ...group },
  ...types.map(({ code: _, carNeeds: __, ...type }) => ({ ...group, ...type, parent })),
]);
