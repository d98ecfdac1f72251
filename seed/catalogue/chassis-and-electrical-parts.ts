import type { CatalogueEntry } from "./catalogue-entry.ts";
import { makeVariants } from "./make-variants.ts";

const springs = makeVariants(
  ["coil-springs", "coil-spring-front"],
  [
    [11, 312, "Front"],
    [12, 330, "Front"],
    [14, 348, "Front"],
    [11.5, 286, "Rear"],
    [12.5, 305, "Rear"],
    [13.5, 322, "Rear"],
  ],
  ([wire, length, axle]) => ({
    key: `${wire * 10}${axle[0]}`,
    name: `Coil Spring, ${axle} Axle, ${wire} mm Wire`,
    description:
      "Cold-wound 54SiCr6 wire, shot-peened, zinc-phosphated and epoxy-coated. " +
      `${length} mm free length. Always fit in pairs per axle.`,
    about: 22 + wire * 2,
    attributes: { Wire: wire, Length: length, Axle: axle },
  }),
);

const dampers = makeVariants(
  ["shock-absorbers", "shock-absorber-rear"],
  [
    [12, 150, "Rear"],
    [12, 175, "Rear"],
    [14, 205, "Rear"],
    [14, 222, "Rear"],
    [20, 145, "Front"],
    [20, 160, "Front"],
    [22, 152, "Front"],
    [22, 170, "Front"],
  ],
  ([rod, stroke, axle]) => ({
    key: `${rod}${stroke}${axle[0]}`,
    name: `Shock Absorber, ${axle}, ${rod} mm Rod, ${stroke} mm Stroke`,
    description:
      `Twin-tube damper charged with nitrogen at 5 bar. ${rod} mm hard-chromed rod, four-lip ` +
      `seal, ${stroke} mm stroke. Fit in pairs per axle.`,
    about: 30 + rod * 2,
    attributes: { Rod: rod, Stroke: stroke, Axle: axle },
  }),
);

const links = makeVariants(
  ["stabiliser-links", "stabiliser-link-275"],
  [
    [88, "Rear"],
    [105, "Rear"],
    [155, "Rear"],
    [248, "Front"],
    [265, "Front"],
    [310, "Front"],
    [338, "Front"],
  ],
  ([length, axle]) => ({
    key: `${length}${axle[0]}`,
    name: `Stabiliser Link, ${length} mm, ${axle}`,
    description:
      `Friction-welded 10 mm steel bar, ${length} mm between two M10 ball studs. Zinc-nickel ` +
      "plating withstands 720 hours of salt spray; flange nuts are included.",
    about: 10 + length / 40,
    attributes: { Length: length, Axle: axle },
  }),
);

const tieRodEnds = makeVariants(
  ["tie-rod-ends", "tie-rod-end-m14"],
  [
    ["M12 x 1.25", "Left"],
    ["M12 x 1.25", "Right"],
    ["M14 x 1.5", "Left"],
    ["M16 x 1.5", "Left"],
    ["M16 x 1.5", "Right"],
    ["M18 x 1.5", "Left"],
    ["M18 x 1.5", "Right"],
  ],
  ([thread, side]) => ({
    key: `${thread.slice(1, 3)}${side[0]}`,
    name: `Tie Rod End, ${side}, ${thread}`,
    description:
      "Drop-forged housing with a rolled ball and a pre-greased polyacetal shell. " +
      `${thread} thread; the self-locking nut tightens to 45 Nm.`,
    about: Number(thread.slice(1, 3)) + 4,
    attributes: { Thread: thread, Side: side },
  }),
);

const bearings = makeVariants(
  ["wheel-bearings", "taper-roller-bearing-32008"],
  [
    [25, 52, 15],
    [30, 60, 37],
    [34, 64, 37],
    [35, 68, 37],
    [37, 72, 37],
    [39, 74, 39],
    [42, 76, 39],
    [45, 85, 41],
  ],
  ([bore, diameter, width]) => ({
    key: `${bore}${diameter}`,
    name: `Wheel Bearing, ${bore} x ${diameter} x ${width} mm`,
    description:
      `Through-hardened 100Cr6 with a pressed steel cage, greased for life. ${bore} mm bore, ` +
      `${diameter} mm outside, ${width} mm wide.`,
    about: 6 + bore / 2,
    attributes: { Bore: bore, Diameter: diameter, Width: width },
  }),
);

const clutches = makeVariants(
  ["clutch-kits", "clutch-kit-240"],
  [
    [190, 17],
    [200, 24],
    [215, 22],
    [220, 23],
    [228, 28],
    [260, 10],
  ],
  ([diameter, splines]) => ({
    key: diameter,
    name: `Clutch Kit, ${diameter} mm, ${splines} Splines`,
    description:
      `Pressure plate with a diaphragm spring, sprung disc of ${diameter} mm with ${splines} ` +
      "splines and organic facings, and a self-centring release bearing.",
    about: diameter / 2 + 30,
    attributes: { Diameter: diameter, Splines: splines },
  }),
);

const alternators = makeVariants(
  ["alternators", "alternator-150a"],
  [
    [14, 70],
    [14, 120],
    [14, 140],
    [14, 180],
    [14, 210],
    [28, 80],
    [28, 110],
  ],
  ([volts, amperes]) => ({
    key: `${amperes}${volts === 28 ? "T" : ""}`,
    name: `Alternator, ${volts} V, ${amperes} A`,
    description:
      "Claw-pole machine with an eight-diode rectifier and a LIN-controlled regulator. " +
      `${amperes} A at 6,000 rpm, two internal fans; load-tested at 105 degrees.`,
    about: 90 + amperes * (volts / 14),
    attributes: { Voltage: volts, Current: amperes },
  }),
);

const starters = makeVariants(
  ["starter-motors", "starter-motor-1400w"],
  [
    [12, 0.9, 9],
    [12, 1.1, 9],
    [12, 1.2, 10],
    [12, 1.7, 10],
    [12, 2, 10],
    [12, 2.2, 11],
    [24, 3.2, 11],
  ],
  ([volts, power, teeth]) => ({
    key: `${power * 10}${teeth}`,
    name: `Starter Motor, ${volts} V, ${power} kW, ${teeth} Teeth`,
    description:
      `Permanent-magnet starter with a planetary reduction and a pinion of ${teeth} teeth. ` +
      "Sealed solenoid rated for 60,000 cycles.",
    about: 90 + power * 50,
    attributes: { Voltage: volts, Power: power, Teeth: teeth },
  }),
);

const lambdaSensors = makeVariants(
  ["lambda-sensors", "lambda-sensor-wideband"],
  [
    [1, 300],
    [3, 380],
    [4, 330],
    [4, 460],
    [4, 580],
    [5, 740],
  ],
  ([wires, lead]) => ({
    key: `${wires}${lead}`,
    name: `Lambda Sensor, ${wires} ${wires === 1 ? "Wire" : "Wires"}, ${lead} mm`,
    description:
      `Zirconia cell in an M18 x 1.5 stainless body with a slotted guard tube. ${lead} mm lead, ` +
      `${wires > 2 ? "heated, ready twelve seconds after a cold start" : "unheated"}.`,
    about: 18 + wires * 9,
    attributes: { Wires: wires, Lead: lead },
  }),
);

const absSensors = makeVariants(
  ["abs-sensors", "abs-wheel-sensor"],
  [
    ["Front", 520],
    ["Front", 610],
    ["Front", 760],
    ["Rear", 690],
    ["Rear", 910],
    ["Rear", 1_050],
  ],
  ([axle, lead]) => ({
    key: `${lead}${axle[0]}`,
    name: `ABS Wheel Speed Sensor, ${axle}, ${lead.toLocaleString("en-US")} mm`,
    description:
      "Active Hall sensor moulded in PA66 that reads from standstill at air gaps up to 1.8 mm. " +
      `${lead.toLocaleString("en-US")} mm jacketed lead, two-pin sealed plug.`,
    about: 16 + lead / 100,
    attributes: { Axle: axle, Lead: lead },
  }),
);

const wiperBlades = makeVariants(
  ["wiper-blades", "wiper-blade-600"],
  [[340], [400], [450], [475], [500], [530], [550], [650], [700]],
  ([length]) => ({
    key: length,
    name: `Flat Wiper Blade, ${length} mm`,
    description:
      "Beam blade with two curved spring-steel strips and a graphite-coated natural rubber edge. " +
      `Asymmetric spoiler, ${length} mm long, clip fits 9 x 3 mm hook arms.`,
    about: 5 + length / 100,
    attributes: { Length: length },
  }),
);

export const chassisAndElectricalParts: CatalogueEntry[] = [
  ...springs,
  ...dampers,
  ...links,
  ...tieRodEnds,
  ...bearings,
  ...clutches,
  ...alternators,
  ...starters,
  ...lambdaSensors,
  ...absSensors,
  ...wiperBlades,
];
