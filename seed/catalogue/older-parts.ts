import { type CatalogueEntry, numberOf } from "./catalogue-entry.ts";

// Where a picture shows a number on the part, that is its number.
// Oldest first.
export const olderParts: CatalogueEntry[] = [
  {
    slug: "brake-drum-rear",
    type: "brake-drums",
    number: numberOf("brake-drums", "228"),
    name: "Brake Drum, 228 mm, Rear Axle",
    description:
      "Grey cast iron drum with a turned 228.6 mm friction surface, four-stud flange and " +
      "cast cooling ribs. Run-out below 0.08 mm, wear limit 230.0 mm stamped on the rim.",
    availablQuantity: 640,
    priceCents: 5490,
    attributes: { Diameter: 228.6, Width: 50, Holes: 4 },
  },
  {
    slug: "oil-filter-spin-on",
    type: "oil-filters",
    number: "PW-1042",
    name: "Spin-On Oil Filter, M20 x 1.5",
    description:
      "Pleated cellulose and glass-fibre media rated at 25 micron, 1.2 bar bypass valve and " +
      "silicone anti-drain-back membrane. Nitrile seal, 76 mm can, 98 mm tall.",
    availablQuantity: 4200,
    priceCents: 895,
    attributes: { Thread: "M20 x 1.5", Diameter: 76, Height: 98 },
  },
  {
    slug: "air-filter-panel",
    type: "air-filters",
    number: "PW-2208",
    name: "Panel Air Filter, 292 x 204 mm",
    description:
      "Resin-bonded paper in 46 deep pleats, moulded into a polyurethane frame that seals " +
      "the airbox without adhesive. Retains 99.5 percent of ISO 12103 coarse dust.",
    availablQuantity: 1850,
    priceCents: 1290,
    attributes: { Length: 292, Width: 204, Height: 46 },
  },
  {
    slug: "cabin-filter-carbon",
    type: "cabin-filters",
    number: "PW-3310",
    name: "Cabin Filter, Activated Carbon",
    description:
      "Three-layer non-woven with 320 g/m2 of granular activated carbon between the sheets. " +
      "Holds back pollen, soot and ozone; 254 x 224 mm cassette, 36 mm deep.",
    availablQuantity: 1420,
    priceCents: 1645,
    attributes: { Length: 254, Width: 224, Height: 36, Medium: "Activated carbon" },
  },
  {
    slug: "fuel-filter-inline",
    type: "fuel-filters",
    number: "PW-5081",
    name: "Inline Fuel Filter, 8 mm Ports",
    description:
      "Crimped aluminium housing with 8 mm quick-connect spigots and a 10 micron media " +
      "rolled around a steel core. Burst pressure 20 bar, for petrol up to E85.",
    availablQuantity: 980,
    priceCents: 1420,
    attributes: { Port: 8, Fuel: "Petrol" },
  },
  {
    slug: "glow-plug-m10",
    type: "glow-plugs",
    number: numberOf("glow-plugs", "1011"),
    name: "Glow Plug, 11 V, M10 x 1.0",
    description:
      "Sheathed-element plug with an Inconel 601 tube packed in magnesium oxide. Reaches " +
      "1,000 degrees Celsius in under five seconds; tighten to 15 Nm.",
    availablQuantity: 2600,
    priceCents: 1375,
    attributes: { Thread: "M10 x 1.0", Voltage: 11, Length: 98 },
  },
  {
    slug: "ignition-coil-pencil",
    type: "ignition-coils",
    number: "PW-7702",
    name: "Pencil Ignition Coil, 35 kV",
    description:
      "Plug-top coil with an epoxy-potted secondary winding and integrated output stage. " +
      "Delivers 70 mJ at 35 kV; four-pin sealed connector and silicone boot.",
    availablQuantity: 760,
    priceCents: 3680,
    attributes: { "Peak voltage": 35, Pins: 4 },
  },
  {
    slug: "taper-roller-bearing-32008",
    type: "wheel-bearings",
    number: numberOf("wheel-bearings", "4068"),
    name: "Tapered Roller Bearing, 40 x 68 mm",
    description:
      "Single-row taper roller bearing in through-hardened 100Cr6, pressed steel cage, class " +
      "P6X tolerance. 40 mm bore, 19 mm wide, 52 kN dynamic load rating.",
    availablQuantity: 1680,
    priceCents: 1860,
    attributes: { Bore: 40, Diameter: 68, Width: 19 },
  },
  {
    slug: "wheel-hub-unit-abs",
    type: "wheel-hubs",
    furtherTypes: ["wheel-bearings"],
    number: numberOf("wheel-hubs", "5112"),
    name: "Wheel Hub Unit, Five-Stud, ABS",
    description:
      "Third-generation hub with double-row ball bearing, induction-hardened raceways and a " +
      "flange for five M12 studs on a 112 mm circle. Greased and sealed for life.",
    availablQuantity: 410,
    priceCents: 8950,
    attributes: { Studs: 5 },
  },
  {
    slug: "timing-belt-131t",
    type: "timing-belts",
    number: numberOf("timing-belts", "13125"),
    name: "Timing Belt, 131 Teeth, 25 mm",
    description:
      "HNBR belt with glass-fibre tension cords and a PTFE-coated tooth fabric. 131 " +
      "round-profile teeth at 9.525 mm pitch; change every 120,000 km or six years.",
    availablQuantity: 1240,
    priceCents: 2785,
    attributes: { Teeth: 131, Width: 25 },
  },
  {
    slug: "timing-chain-120l",
    type: "timing-chains",
    number: numberOf("timing-chains", "120"),
    name: "Timing Chain, Simplex, 120 Links",
    description:
      "Endless 8 mm pitch roller chain with chromised pins and shot-peened plates. " +
      "Pre-stretched at 3 kN so that run-in elongation stays below 0.1 percent; two marked " +
      "links.",
    availablQuantity: 520,
    priceCents: 4120,
    attributes: { Links: 120 },
  },
  {
    slug: "v-ribbed-belt-6pk",
    type: "v-ribbed-belts",
    number: numberOf("v-ribbed-belts", "6PK1750"),
    name: "V-Ribbed Belt, 6PK1750",
    description:
      "Six-rib EPDM belt with aramid cords for alternator, air-conditioning and " +
      "steering-pump drives. Effective length 1,750 mm; stays crack-free from -40 to 130 " +
      "degrees.",
    availablQuantity: 2300,
    priceCents: 1595,
    attributes: { Ribs: 6, Length: 1750 },
  },
  {
    slug: "belt-tensioner-spring",
    type: "belt-tensioners",
    number: numberOf("belt-tensioners", "70"),
    name: "Belt Tensioner, Spring-Loaded",
    description:
      "Die-cast aluminium arm with a torsion spring and a friction damper set to 32 Nm. The " +
      "70 mm steel pulley runs on a sealed 6203 bearing with high-temperature grease.",
    availablQuantity: 480,
    priceCents: 4675,
    attributes: { Diameter: 70 },
  },
  {
    slug: "water-pump-cast-impeller",
    type: "water-pumps",
    number: numberOf("water-pumps", "140"),
    name: "Water Pump with Cast Impeller",
    description:
      "Aluminium housing machined in one clamping, with a cast-iron impeller of seven vanes " +
      "and a silicon-carbide face seal. Delivers 140 l/min at 5,500 rpm; gasket supplied.",
    availablQuantity: 390,
    priceCents: 6240,
    attributes: { Flow: 140, Vanes: 7 },
  },
  {
    slug: "thermostat-housing-88",
    type: "thermostats",
    number: numberOf("thermostats", "88"),
    name: "Thermostat with Housing, 88 Degrees",
    description:
      "Wax-element thermostat in a pressure-die-cast housing. Starts to open at 88 degrees " +
      "and reaches 9 mm of lift at 103; supplied with an EPDM profile seal.",
    availablQuantity: 870,
    priceCents: 2430,
    attributes: { "Opens at": 88 },
  },
  {
    slug: "radiator-aluminium-650",
    type: "radiators",
    number: "PW-6504",
    name: "Radiator, Aluminium, 650 x 415 mm",
    description:
      "Brazed aluminium core, 26 mm deep, with louvred fins at 2.2 mm pitch and glass-filled " +
      "PA66 tanks crimped on. Leak-tested with helium at 2.5 bar; drain plug fitted.",
    availablQuantity: 160,
    priceCents: 13900,
    attributes: { Width: 650, Height: 415, Depth: 26 },
  },
  {
    slug: "piston-ring-set-86",
    type: "piston-rings",
    number: numberOf("piston-rings", "860"),
    name: "Piston Ring Set, 86.0 mm",
    description:
      "Set for one cylinder: a 1.2 mm nitrided steel top ring, a 1.5 mm taper-faced iron " +
      "ring and a three-piece oil control ring. End gap 0.20 to 0.35 mm in an 86.0 mm bore.",
    availablQuantity: 940,
    priceCents: 2980,
    attributes: { Bore: 86 },
  },
  {
    slug: "exhaust-valve-31",
    type: "valves",
    number: numberOf("valves", "31E"),
    name: "Exhaust Valve, 31 mm, Bimetal",
    description:
      "Austenitic 21-4N head friction-welded to a hardened chrome-silicon stem. 31.0 mm " +
      "head, 5.95 mm stem, 45 degree seat armoured with stellite; tip hardened to 55 HRC.",
    availablQuantity: 1900,
    priceCents: 1180,
    attributes: { Diameter: 31, Kind: "Exhaust" },
  },
  {
    slug: "cylinder-head-gasket-mls",
    type: "head-gaskets",
    number: numberOf("head-gaskets", "875"),
    name: "Cylinder Head Gasket, Multi-Layer",
    description:
      "Three layers of full-hard spring stainless with embossed beads and a 25 micron " +
      "fluoroelastomer coating. 1.35 mm compressed thickness, 87.5 mm fire rings, four " +
      "cylinders.",
    availablQuantity: 330,
    priceCents: 5860,
    attributes: { Bore: 87.5, Thickness: 1.35 },
  },
  {
    slug: "camshaft-chilled-iron",
    type: "camshafts",
    number: numberOf("camshafts", "92"),
    name: "Camshaft, Chilled Cast Iron",
    description:
      "Eight lobes of chilled iron ground to 0.4 micron Ra and phosphated for run-in. 9.2 mm " +
      "lift, five journals of 27 mm, total run-out below 0.02 mm.",
    availablQuantity: 120,
    priceCents: 18750,
    attributes: { Lift: 9.2 },
  },
  {
    slug: "coil-spring-front",
    type: "coil-springs",
    number: numberOf("coil-springs", "13F"),
    name: "Coil Spring, Front Axle, 13 mm Wire",
    description:
      "Cold-wound 54SiCr6 wire, shot-peened, zinc-phosphated and epoxy-coated. 345 mm free " +
      "length, 6.5 turns, rate 28 N/mm within 3 percent. Always fit in pairs per axle.",
    availablQuantity: 540,
    priceCents: 4850,
    attributes: { Wire: 13, Length: 345, Axle: "Front" },
  },
  {
    slug: "shock-absorber-rear",
    type: "shock-absorbers",
    number: "PW-9140",
    name: "Shock Absorber, Twin-Tube, Gas",
    description:
      "Twin-tube damper charged with nitrogen at 5 bar. 14 mm hard-chromed rod, four-lip " +
      "seal, 190 mm stroke; bonded rubber eye for an M12 bolt at both ends.",
    availablQuantity: 620,
    priceCents: 5720,
    attributes: { Rod: 14, Stroke: 190, Axle: "Rear" },
  },
  {
    slug: "control-arm-front-lower",
    type: "control-arms",
    number: "PW-8820-L",
    name: "Control Arm, Front, Lower, Left",
    description:
      "Forged 6082-T6 arm with a pressed-in ball joint and two bonded rubber bushes, the " +
      "rear one hydraulically damped. Proof-loaded to 18 kN; weighs 2.4 kg.",
    availablQuantity: 210,
    priceCents: 9480,
    attributes: { Axle: "Front", Side: "Left" },
  },
  {
    slug: "ball-joint-press-in",
    type: "ball-joints",
    number: numberOf("ball-joints", "18"),
    name: "Ball Joint, Press-In, 18 mm Taper",
    description:
      "Cold-forged 41Cr4 stud in a polyacetal shell, preset to 3 Nm of turning torque. " +
      "Chloroprene boot with two steel clamping rings; castle nut and split pin enclosed.",
    availablQuantity: 860,
    priceCents: 2160,
    attributes: { Taper: 18 },
  },
];
