import type { Platform } from "./models.ts";
import { type Condition, type Need, need } from "./needs.ts";

type Chassis = {
  frontDisc: number;
  rearDisc?: number;
  rearDrum?: number;
  pads: [front: number, rear?: number];
  calipers: [front: number, rear?: number];
  springs: [front: number, rear: number];
  /** Strokes. */
  shocks: [front: number, rear: number];
  links: [front: number, rear: number];
  tieRod: string;
  bearings: [front: number, rear: number];
  wheelSensors: [front: number, rear: number];
  radiator: [width: number, height: number];
  hose: [bore: number, length: number];
  cabinFilter: number;
  airFilter: number;
  wipers: [driver: number, passenger: number];
  hasWiperSets?: true;
};

const front = { Axle: "Front" };
const rear = { Axle: "Rear" };

function chassisNeeds(chassis: Chassis): Need[] {
  const { pads, calipers, rearDisc, rearDrum } = chassis;
  return [
    need("brake-discs", { ...front, Diameter: chassis.frontDisc }),
    ...(rearDisc ? [need("brake-discs", { ...rear, Diameter: rearDisc })] : []),
    ...(rearDrum ? [need("brake-drums", { Diameter: rearDrum })] : []),
    need("brake-pads", { ...front, Width: pads[0] }),
    ...(pads[1] ? [need("brake-pads", { ...rear, Width: pads[1] })] : []),
    need("brake-calipers", { ...front, Piston: calipers[0] }),
    ...(calipers[1] ? [need("brake-calipers", { ...rear, Piston: calipers[1] })] : []),
    need("coil-springs", { ...front, Wire: chassis.springs[0] }),
    need("coil-springs", { ...rear, Wire: chassis.springs[1] }),
    need("shock-absorbers", { ...front, Stroke: chassis.shocks[0] }),
    need("shock-absorbers", { ...rear, Stroke: chassis.shocks[1] }),
    need("stabiliser-links", { ...front, Length: chassis.links[0] }),
    need("stabiliser-links", { ...rear, Length: chassis.links[1] }),
    need("tie-rod-ends", { Thread: chassis.tieRod }),
    need("wheel-bearings", { Bore: chassis.bearings[0] }, undefined, { position: "Front" }),
    need("wheel-bearings", { Bore: chassis.bearings[1] }, undefined, { position: "Rear" }),
    need("abs-sensors", { ...front, Lead: chassis.wheelSensors[0] }, undefined, { quantity: 2 }),
    need("abs-sensors", { ...rear, Lead: chassis.wheelSensors[1] }, undefined, { quantity: 2 }),
    need("radiators", { Width: chassis.radiator[0], Height: chassis.radiator[1] }),
    need("radiator-hoses", { Bore: chassis.hose[0], Length: chassis.hose[1] }),
    need("cabin-filters", { Length: chassis.cabinFilter }),
    need("air-filters", { Length: chassis.airFilter }),
    // Sides are the car's own: where the driver's is, follows from the steering wheel.
    ...chassis.wipers.flatMap((Length, at) =>
      (["Left", "Right"] as const).map((steering) => {
        const other = steering === "Left" ? "Right" : "Left";
        const position = at === 0 ? steering : other;
        return need("wiper-blades", { Length }, { steering }, { position, quantity: 1 });
      }),
    ),
    ...(chassis.hasWiperSets
      ? [need("wiper-blades", { Length: chassis.wipers[0] }, undefined, { packOf: 2, quantity: 2 })]
      : []),
  ];
}

/** Those of the type, but only under a condition. */
function limit(needs: Need[], which: (one: Need) => boolean, only: Condition): Need[] {
  return needs.map((one) => (which(one) ? { ...one, only: { ...one.only, ...only } } : one));
}
const isFront = (type: string) => (one: Need) => one.type === type && one.is.Axle === "Front";
const isRear = (type: string) => (one: Need) => one.type === type && one.is.Axle === "Rear";
const isOf = (type: string) => (one: Need) => one.type === type;

const p1 = chassisNeeds({
  frontDisc: 256,
  rearDrum: 200,
  pads: [131],
  calipers: [54],
  springs: [11, 11.5],
  shocks: [145, 150],
  links: [248, 88],
  tieRod: "M12 x 1.25",
  bearings: [34, 25],
  wheelSensors: [520, 690],
  radiator: [430, 380],
  hose: [25, 310],
  cabinFilter: 200,
  airFilter: 220,
  wipers: [500, 400],
});
const p2 = chassisNeeds({
  frontDisc: 280,
  rearDrum: 230,
  pads: [142],
  calipers: [54],
  springs: [11, 11.5],
  shocks: [160, 150],
  links: [265, 105],
  tieRod: "M12 x 1.25",
  bearings: [35, 30],
  wheelSensors: [520, 690],
  radiator: [520, 320],
  hose: [28, 365],
  cabinFilter: 216,
  airFilter: 238,
  wipers: [550, 340],
});
const p3 = chassisNeeds({
  frontDisc: 288,
  rearDisc: 272,
  pads: [146, 105],
  calipers: [57, 38],
  springs: [13, 12.5],
  shocks: [152, 190],
  links: [275, 155],
  tieRod: "M14 x 1.5",
  bearings: [39, 30],
  wheelSensors: [610, 840],
  radiator: [650, 415],
  hose: [38, 420],
  cabinFilter: 254,
  airFilter: 292,
  wipers: [600, 475],
});
const p4 = chassisNeeds({
  frontDisc: 280,
  rearDisc: 245,
  pads: [142, 109],
  calipers: [54, 38],
  springs: [12, 12.5],
  shocks: [160, 175],
  links: [275, 105],
  tieRod: "M14 x 1.5",
  bearings: [37, 30],
  wheelSensors: [610, 690],
  radiator: [560, 398],
  hose: [32, 290],
  cabinFilter: 240,
  airFilter: 256,
  wipers: [600, 450],
  hasWiperSets: true,
});
const p5 = chassisNeeds({
  frontDisc: 300,
  rearDisc: 286,
  pads: [156, 123],
  calipers: [57, 38],
  springs: [13, 12.5],
  shocks: [170, 205],
  links: [310, 155],
  tieRod: "M16 x 1.5",
  bearings: [42, 35],
  wheelSensors: [760, 910],
  radiator: [600, 378],
  hose: [35, 395],
  cabinFilter: 278,
  airFilter: 304,
  wipers: [600, 500],
});
const p6 = chassisNeeds({
  frontDisc: 330,
  rearDisc: 310,
  pads: [164, 138],
  calipers: [40, 38],
  springs: [14, 13.5],
  shocks: [170, 222],
  links: [338, 155],
  tieRod: "M16 x 1.5",
  bearings: [45, 39],
  wheelSensors: [760, 1050],
  radiator: [680, 440],
  hose: [38, 520],
  cabinFilter: 283,
  airFilter: 345,
  wipers: [650, 500],
});
const p7 = chassisNeeds({
  frontDisc: 320,
  rearDisc: 310,
  pads: [164, 138],
  calipers: [57, 38],
  springs: [14, 13.5],
  shocks: [160, 222],
  links: [338, 155],
  tieRod: "M18 x 1.5",
  bearings: [45, 42],
  wheelSensors: [760, 1050],
  radiator: [720, 470],
  hose: [42, 350],
  cabinFilter: 288,
  airFilter: 367,
  wipers: [650, 450],
});
const p8 = chassisNeeds({
  frontDisc: 300,
  rearDrum: 254,
  pads: [186],
  calipers: [57],
  springs: [14, 13.5],
  shocks: [170, 222],
  links: [310, 155],
  tieRod: "M18 x 1.5",
  bearings: [45, 40],
  wheelSensors: [760, 910],
  radiator: [650, 378],
  hose: [42, 350],
  cabinFilter: 265,
  airFilter: 376,
  wipers: [700, 530],
});

const strongEngines = { engines: ["2.0 T", "2.0 D"] } satisfies Condition;
const weakEngines = { engines: ["1.6", "1.6 T", "2.0 Hybrid"] } satisfies Condition;
const notWagon = { bodies: ["Hatchback", "Saloon"] } satisfies Condition;
const beforeLargeDiscs = { built: { to: 20_141_031 } };
const withLargeDiscs = { built: { from: 20_141_101 } };

export const platformNeeds: Record<Platform, Need[]> = {
  P1: [
    ...limit(p1, isOf("brake-drums"), { built: { to: 20_080_630 } }),
    need("brake-drums", { Diameter: 203 }, { built: { from: 20_080_701 } }),
  ],
  P2: [
    ...limit(
      limit(p2, isOf("radiators"), { engines: ["1.4", "1.2 T", "1.5 D"] }),
      isFront("stabiliser-links"),
      { makes: ["Tessaro", "Mirelle"] },
    ),
    need("radiators", { Width: 560 }, { engines: ["1.6 T", "1.6 Hybrid"] }),
    // Haldren's works K changed at a serial number of 2014. Of works N nobody knows.
    ...velaLinks(265, { years: { to: 2013 } }),
    ...velaLinks(265, { years: { from: 2014, to: 2014 }, serial: { series: "K", to: 80_000 } }),
    ...velaLinks(310, { years: { from: 2014, to: 2014 }, serial: { series: "K", from: 80_001 } }),
    ...velaLinks(310, { years: { from: 2015 } }),
  ],
  P3: [
    // Of the strong engines the first had 312 mm, those built from November 2014 on 330 mm.
    ...limit(limit(p3, isFront("brake-discs"), weakEngines), isFront("brake-pads"), weakEngines),
    need("brake-discs", { ...front, Diameter: 312 }, { ...strongEngines, ...beforeLargeDiscs }),
    need("brake-discs", { ...front, Diameter: 330 }, { ...strongEngines, ...withLargeDiscs }),
    need("brake-pads", { ...front, Width: 155 }, strongEngines),
    need("brake-kits", { ...front, Diameter: 330 }, { ...strongEngines, ...withLargeDiscs }),
    need("service-kits", { Length: 292 }),
    need("ball-joints", { Taper: 18 }),
    need("control-arms", { ...front, Side: "Left" }),
    need("wheel-hubs", { Studs: 5 }, undefined, { position: "Rear" }),
    need("drive-shafts", { Length: 786 }, { gearbox: "Manual" }),
    need("cv-joints", { Splines: 27 }),
    need("flywheels", { Teeth: 132 }, { engines: ["2.0 T"], gearbox: "Manual" }),
    need("pistons", { Bore: 86 }, { engines: ["2.0 T"] }),
    need("piston-rings", { Bore: 86 }, { engines: ["2.0 T"] }),
    need("fuel-injectors", { Flow: 440 }, { engines: ["1.6", "1.6 T"] }),
    need("map-sensors", { Range: 3 }, { engines: ["1.6 T", "2.0 T"] }),
    need("head-lamps", { Side: "Left" }, { years: { from: 2016 } }),
    need("door-mirrors", { Side: "Left" }),
  ],
  P4: [
    ...limit(limit(p4, isRear("coil-springs"), notWagon), isRear("shock-absorbers"), notWagon),
    need("coil-springs", { ...rear, Wire: 13.5 }, { bodies: ["Wagon"] }),
    need("shock-absorbers", { ...rear, Stroke: 205 }, { bodies: ["Wagon"] }),
    need(
      "alternators",
      { Voltage: 14, Current: 140 },
      { models: ["Torv"], engines: ["2.0 D"], years: { from: 2013, to: 2014 } },
      { heldBecause: "Three customers sent it back: it did not fit" },
    ),
  ],
  P5: [
    ...p5,
    // One line with the engine, one without: the catalogue does not say which of the two.
    need("air-filters", { Length: 268 }, { models: ["Stelva"], engines: ["2.0 T"] }),
    need("camshafts", { Lift: 9.2 }, { engines: ["2.0"] }),
    need("head-gaskets", { Bore: 87.5 }, { engines: ["2.0", "2.0 T"] }),
    need("valves", { Diameter: 31 }, { engines: ["2.0", "2.0 T"] }),
  ],
  P6: [
    ...limit(p6, isFront("brake-discs"), { look: ["look:front-disc-345", "no"] }),
    need("brake-discs", { ...front, Diameter: 345 }, { look: ["look:front-disc-345", "yes"] }),
  ],
  P7: [
    ...limit(p7, isRear("brake-discs"), { drive: "All wheels" }),
    need("brake-discs", { ...rear, Diameter: 286 }, { drive: "Front wheels" }),
    need("belt-tensioners", { Diameter: 70 }),
  ],
  P8: p8,
};

function velaLinks(Length: number, only: Condition): Need[] {
  return [need("stabiliser-links", { ...front, Length }, { makes: ["Haldren"], ...only })];
}
