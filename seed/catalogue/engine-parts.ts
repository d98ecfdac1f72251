import type { CatalogueEntry } from "./catalogue-entry.ts";
import { makeVariants } from "./make-variants.ts";

const sparkPlugs = makeVariants(
  ["spark-plugs", "spark-plug-iridium"],
  [
    ["M14 x 1.25", 19, 5, "Nickel"],
    ["M14 x 1.25", 19, 6, "Nickel"],
    ["M14 x 1.25", 19, 7, "Platinum"],
    ["M14 x 1.25", 26.5, 5, "Platinum"],
    ["M14 x 1.25", 26.5, 7, "Iridium"],
    ["M12 x 1.25", 26.5, 6, "Iridium"],
    ["M12 x 1.25", 26.5, 7, "Iridium"],
    ["M10 x 1.0", 19, 8, "Iridium"],
  ],
  ([thread, reach, heatRange, electrode]) => ({
    key: `${thread.slice(1, 3)}${reach * 10}${heatRange}${electrode[0]}`,
    name: `Spark Plug, ${electrode}, ${thread}, Heat Range ${heatRange}`,
    description:
      `${electrode} centre electrode in a 95 percent alumina insulator. ${reach} mm reach, gap ` +
      "set to 0.8 mm in the factory; tighten to 25 Nm.",
    about: { Nickel: 4, Platinum: 9, Iridium: 14 }[electrode],
    attributes: { Thread: thread, Reach: reach, "Heat range": heatRange, Electrode: electrode },
  }),
);

const glowPlugs = makeVariants(
  ["glow-plugs", "glow-plug-m10"],
  [
    ["M8 x 1.0", 4.4, 123],
    ["M8 x 1.0", 7, 119],
    ["M10 x 1.0", 4.4, 106],
    ["M10 x 1.25", 11, 71],
    ["M10 x 1.25", 7, 93],
    ["M12 x 1.25", 11, 71],
  ],
  ([thread, volts, length]) => ({
    key: `${thread.slice(1, 3).trim()}${volts * 10}${length}`,
    name: `Glow Plug, ${volts} V, ${thread}, ${length} mm`,
    description:
      "Sheathed-element plug with an Inconel 601 tube packed in magnesium oxide. Reaches 1,000 " +
      `degrees Celsius in ${volts < 7 ? "two" : "five"} seconds; ${length} mm long.`,
    about: 10 + length / 20,
    attributes: { Thread: thread, Voltage: volts, Length: length },
  }),
);

const coils = makeVariants(
  ["ignition-coils", "ignition-coil-pencil"],
  [
    [30, 2],
    [30, 3],
    [35, 3],
    [40, 4],
    [42, 3],
  ],
  ([peak, pins]) => ({
    key: `${peak}${pins}`,
    name: `Pencil Ignition Coil, ${peak} kV, ${pins} Pins`,
    description:
      `Plug-top coil with an epoxy-potted secondary winding, ${peak} kV at the plug. Sealed ` +
      `connector with ${pins} pins and a silicone boot.`,
    about: peak,
    attributes: { "Peak voltage": peak, Pins: pins },
  }),
);

const timingBelts = makeVariants(
  ["timing-belts", "timing-belt-131t"],
  [
    [107, 22],
    [116, 25],
    [120, 23],
    [123, 25],
    [138, 26],
    [141, 25],
    [153, 26],
    [160, 30],
  ],
  ([teeth, width]) => ({
    key: `${teeth}${width}`,
    name: `Timing Belt, ${teeth} Teeth, ${width} mm`,
    description:
      "HNBR belt with glass-fibre tension cords and a PTFE-coated tooth fabric. " +
      `${teeth} round-profile teeth at 9.525 mm pitch; change every 120,000 km or six years.`,
    about: teeth / 8 + width / 2,
    attributes: { Teeth: teeth, Width: width },
  }),
);

const ribbedBelts = makeVariants(
  ["v-ribbed-belts", "v-ribbed-belt-6pk"],
  [
    [4, 845],
    [4, 910],
    [5, 1_030],
    [5, 1_145],
    [5, 1_355],
    [6, 1_080],
    [6, 1_238],
    [6, 1_453],
    [6, 1_560],
    [6, 1_822],
    [6, 2_100],
    [7, 1_795],
    [7, 2_550],
  ],
  ([ribs, length]) => ({
    key: `${ribs}PK${length}`,
    name: `V-Ribbed Belt, ${ribs}PK${length}`,
    description:
      "EPDM belt with aramid cords for alternator, air-conditioning and steering-pump drives. " +
      `${ribs} ribs, effective length ${length.toLocaleString("en-US")} mm.`,
    about: 3 + (ribs * length) / 900,
    attributes: { Ribs: ribs, Length: length },
  }),
);

const waterPumps = makeVariants(
  ["water-pumps", "water-pump-cast-impeller"],
  [
    [95, 6],
    [110, 6],
    [125, 7],
    [155, 7],
    [170, 8],
    [190, 8],
  ],
  ([flow, vanes]) => ({
    key: flow,
    name: `Water Pump, ${flow} l/min, ${vanes} Vanes`,
    description:
      `Aluminium housing with a cast-iron impeller of ${vanes} vanes and a silicon-carbide face ` +
      `seal. Delivers ${flow} l/min at 5,500 rpm; gasket supplied.`,
    about: 35 + flow / 5,
    attributes: { Flow: flow, Vanes: vanes },
  }),
);

const thermostats = makeVariants(
  ["thermostats", "thermostat-housing-88"],
  [[79], [82], [87], [92], [105]],
  ([opensAt]) => ({
    key: opensAt,
    name: `Thermostat with Housing, ${opensAt} Degrees`,
    description:
      `Wax-element thermostat in a pressure-die-cast housing. Starts to open at ${opensAt} ` +
      `degrees and is fully open at ${opensAt + 15}; supplied with an EPDM profile seal.`,
    about: 22,
    attributes: { "Opens at": opensAt },
  }),
);

const radiators = makeVariants(
  ["radiators", "radiator-aluminium-650"],
  [
    [430, 380, 23],
    [520, 320, 23],
    [560, 398, 26],
    [600, 378, 26],
    [650, 378, 32],
    [680, 440, 32],
    [720, 470, 40],
  ],
  ([width, height, depth]) => ({
    key: `${width}${depth === 32 ? "H" : ""}`,
    name: `Radiator, Aluminium, ${width} x ${height} mm`,
    description:
      `Brazed aluminium core, ${depth} mm deep, with louvred fins and glass-filled PA66 tanks ` +
      "crimped on. Leak-tested with helium at 2.5 bar; drain plug fitted.",
    about: width / 5,
    attributes: { Width: width, Height: height, Depth: depth },
  }),
);

const hoses = makeVariants(
  ["radiator-hoses", "coolant-hose-upper"],
  [
    [25, 310],
    [28, 365],
    [32, 290],
    [32, 480],
    [35, 395],
    [38, 520],
    [42, 350],
  ],
  ([bore, length]) => ({
    key: `${bore}${length}`,
    name: `Radiator Hose, ${bore} mm, ${length} mm Long`,
    description:
      `Moulded EPDM hose with a knitted aramid layer for -40 to 135 degrees. ${bore} mm bore, ` +
      `${length} mm along the centre line; two constant-tension clamps on the hose.`,
    about: 8 + bore / 4 + length / 60,
    attributes: { Bore: bore, Length: length },
  }),
);

const turbochargers = makeVariants(
  ["turbochargers", "turbocharger-journal-bearing"],
  [[44], [48], [56], [60]],
  ([compressor]) => ({
    key: compressor,
    name: `Turbocharger, ${compressor} mm Compressor`,
    description:
      `Journal-bearing unit with a machined-from-solid ${compressor} mm compressor wheel and an ` +
      "Inconel 713C turbine. Core balanced at 140,000 rpm; wastegate preset to 0.9 bar.",
    about: compressor * 12,
    attributes: { Compressor: compressor },
  }),
);

export const engineParts: CatalogueEntry[] = [
  ...sparkPlugs,
  ...glowPlugs,
  ...coils,
  ...timingBelts,
  ...ribbedBelts,
  ...waterPumps,
  ...thermostats,
  ...radiators,
  ...hoses,
  ...turbochargers,
];
