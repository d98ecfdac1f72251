import { type CatalogueEntry, numberOf } from "./catalogue-entry.ts";

// Where a picture shows a number on the part, that is its number.
// Oldest first: the last six are the ones the home page shows first.
export const newerParts: CatalogueEntry[] = [
  {
    slug: "tie-rod-end-m14",
    type: "tie-rod-ends",
    number: "PW-7714-R",
    name: "Tie Rod End, Right, M14 x 1.5",
    description:
      "Drop-forged housing with a 28 mm rolled ball and a pre-greased polyacetal shell. " +
      "Joint swings 25 degrees to each side; self-locking M12 nut tightens to 45 Nm.",
    availablQuantity: 1130,
    priceCents: 1940,
    attributes: { Thread: "M14 x 1.5", Side: "Right" },
  },
  {
    slug: "stabiliser-link-275",
    type: "stabiliser-links",
    number: numberOf("stabiliser-links", "275F"),
    name: "Stabiliser Link, 275 mm, Front",
    description:
      "Friction-welded 10 mm steel bar with two M10 ball studs set at 90 degrees. " +
      "Zinc-nickel plating withstands 720 hours of salt spray; flange nuts are included.",
    availablQuantity: 1480,
    priceCents: 1530,
    attributes: { Length: 275, Axle: "Front" },
  },
  {
    slug: "clutch-kit-240",
    type: "clutch-kits",
    number: numberOf("clutch-kits", "240"),
    name: "Clutch Kit, 240 mm, Three-Piece",
    description:
      "Pressure plate with a diaphragm spring of 6,400 N, sprung disc with 23 splines and " +
      "organic facings, and a self-centring release bearing. Rated for 320 Nm.",
    availablQuantity: 190,
    priceCents: 16400,
    attributes: { Diameter: 240, Splines: 23 },
  },
  {
    slug: "flywheel-single-mass",
    type: "flywheels",
    number: "PW-6120",
    name: "Flywheel, Single-Mass, 132 Teeth",
    description:
      "Turned from EN-GJS-600 ductile iron and balanced to 10 g cm, with a shrunk-on and " +
      "induction-hardened ring gear of 132 teeth. Six-bolt crank pattern, 7.8 kg.",
    availablQuantity: 140,
    priceCents: 14250,
    attributes: { Teeth: 132 },
  },
  {
    slug: "cv-joint-outer",
    type: "cv-joints",
    number: numberOf("cv-joints", "27"),
    name: "CV Joint, Outer, 27 Splines",
    description:
      "Rzeppa joint with six ground balls, case-hardened inner race and 47 degrees of " +
      "articulation. Supplied with a thermoplastic boot, two clamps and 90 g of moly grease.",
    availablQuantity: 280,
    priceCents: 6890,
    attributes: { Splines: 27 },
  },
  {
    slug: "drive-shaft-front-right",
    type: "drive-shafts",
    number: numberOf("drive-shafts", "786R"),
    name: "Drive Shaft, Front Right, 786 mm",
    description:
      "Complete new shaft, no core deposit: outer Rzeppa joint, inner tripod joint and a 26 " +
      "mm induction-hardened bar. 27 and 33 splines, 44-tooth sensor ring fitted.",
    availablQuantity: 130,
    priceCents: 15600,
    attributes: { Length: 786, Side: "Right" },
  },
  {
    slug: "alternator-150a",
    type: "alternators",
    number: "PW-1150",
    name: "Alternator, 14 V, 150 A",
    description:
      "Claw-pole machine with an eight-diode rectifier and LIN-controlled regulator. 150 A " +
      "at 6,000 rpm, six-groove overrunning pulley, two internal fans; load-tested at 105 " +
      "degrees.",
    availablQuantity: 175,
    priceCents: 23800,
    attributes: { Voltage: 14, Current: 150 },
  },
  {
    slug: "starter-motor-1400w",
    type: "starter-motors",
    number: "PW-1214",
    name: "Starter Motor, 12 V, 1.4 kW",
    description:
      "Permanent-magnet starter with a 4.4 to 1 planetary reduction and a ten-tooth pinion. " +
      "Sealed solenoid rated for 60,000 cycles; weighs only 3.1 kg.",
    availablQuantity: 165,
    priceCents: 17300,
    attributes: { Voltage: 12, Power: 1.4, Teeth: 10 },
  },
  {
    slug: "battery-clamp-set",
    type: "battery-clamps",
    number: numberOf("battery-clamps", "175"),
    name: "Battery Clamp Set, Positive and Negative",
    description:
      "Pair of tin-plated brass clamps for tapered posts of 17.5 and 15.9 mm. Accept cable " +
      "of 16 to 50 mm2 under two M8 screws; polarity marked in red and black.",
    availablQuantity: 1750,
    priceCents: 980,
    attributes: { Post: "Tapered, 17.5 and 15.9 mm" },
  },
  {
    slug: "door-mirror-heated",
    type: "door-mirrors",
    number: numberOf("door-mirrors", "100L"),
    name: "Door Mirror, Heated, Left",
    description:
      "Aspherical chrome glass on a heating pad of 22 W, with electric adjustment and an LED " +
      "repeater. Folding base in PA6-GF30, cap primed for paint; seven-pin plug.",
    availablQuantity: 150,
    priceCents: 8640,
    attributes: { Side: "Left" },
  },
  {
    slug: "wiper-blade-600",
    type: "wiper-blades",
    number: numberOf("wiper-blades", "600"),
    name: "Flat Wiper Blade, 600 mm",
    description:
      "Beam blade with two curved spring-steel strips and a graphite-coated natural rubber " +
      "edge. Asymmetric spoiler, 600 mm long, clip fits 9 x 3 mm hook arms.",
    availablQuantity: 2800,
    priceCents: 1120,
    attributes: { Length: 600 },
  },
  {
    slug: "lambda-sensor-wideband",
    type: "lambda-sensors",
    number: numberOf("lambda-sensors", "5620"),
    name: "Lambda Sensor, Wideband, Five-Wire",
    description:
      "Planar zirconia pump cell with an 8 W heater, ready twelve seconds after a cold " +
      "start. M18 x 1.5 stainless body, slotted double-wall guard tube, 620 mm lead.",
    availablQuantity: 690,
    priceCents: 7350,
    attributes: { Wires: 5, Lead: 620 },
  },
  {
    slug: "abs-wheel-sensor",
    type: "abs-sensors",
    number: numberOf("abs-sensors", "840R"),
    name: "ABS Wheel Speed Sensor, Rear",
    description:
      "Active Hall sensor moulded in PA66 that reads from standstill at air gaps up to 1.8 " +
      "mm. Stainless fixing bush, 840 mm jacketed lead, two-pin sealed plug.",
    availablQuantity: 1060,
    priceCents: 2270,
    attributes: { Axle: "Rear", Lead: 840 },
  },
  {
    slug: "map-sensor-3bar",
    type: "map-sensors",
    number: "PW-4031",
    name: "MAP Sensor, 3 bar, Four-Pin",
    description:
      "Piezoresistive silicon cell with a built-in NTC thermistor for charge-air " +
      "temperature. 20 to 300 kPa, 0.4 to 4.65 V output, accurate to 1.5 percent of full " +
      "scale.",
    availablQuantity: 730,
    priceCents: 3140,
    attributes: { Range: 3, Pins: 4 },
  },
  {
    slug: "coolant-hose-upper",
    type: "radiator-hoses",
    number: "PW-8138",
    name: "Radiator Hose, Upper, 38 mm",
    description:
      "Moulded EPDM hose with a knitted aramid layer for -40 to 135 degrees. 38 mm bore, 4.5 " +
      "mm wall, burst pressure above 9 bar; two constant-tension clamps on the hose.",
    availablQuantity: 590,
    priceCents: 2090,
    attributes: { Bore: 38, Length: 420 },
  },
  {
    slug: "fuel-injector-port",
    type: "fuel-injectors",
    number: "PW-2440",
    name: "Fuel Injector, Port, 440 cc/min",
    description:
      "High-impedance 12 ohm injector with a four-hole plate that forms a 20 degree twin " +
      "spray. Flow-matched within 2 percent at 3 bar; Viton O-rings fitted.",
    availablQuantity: 820,
    priceCents: 4380,
    attributes: { Flow: 440 },
  },
  {
    slug: "brake-pad-set-front",
    type: "brake-pads",
    number: "PW-4417",
    name: "Brake Pad Set, Front, Low-Metallic",
    description:
      "Four low-metallic pads, copper-free, on 6 mm powder-coated backing plates with " +
      "mechanical retention. Friction 0.42 at 350 degrees; chamfered, shimmed and slotted.",
    availablQuantity: 1560,
    priceCents: 3890,
    attributes: { Width: 155, Height: 66, Thickness: 20, Axle: "Front" },
  },
  {
    slug: "brake-caliper-four-piston",
    type: "brake-calipers",
    number: numberOf("brake-calipers", "404R"),
    name: "Brake Caliper, Four-Piston, Right",
    description:
      "Monobloc fixed caliper in forged aluminium with four 40 mm stainless pistons and dust " +
      "boots. Takes discs up to 32 mm thick; each one pressure-tested to 160 bar.",
    availablQuantity: 110,
    priceCents: 27900,
    attributes: { Piston: 40, Pistons: 4, Axle: "Front", Side: "Right" },
  },
  {
    slug: "led-headlamp-left",
    type: "head-lamps",
    number: numberOf("head-lamps", "100L"),
    name: "LED Head Lamp, Left",
    description:
      "Two projector modules of 1,150 lm and a light-guide daytime strip behind a " +
      "hard-coated polycarbonate lens. Motor levelling, IP6K9K housing, 14-pin connector.",
    availablQuantity: 95,
    priceCents: 38900,
    attributes: { Side: "Left" },
  },
  {
    slug: "piston-forged-86",
    type: "pistons",
    number: numberOf("pistons", "860"),
    name: "Forged Piston, 86.0 mm Bore",
    description:
      "Forged 4032 aluminium with a graphite-coated skirt, hard-anodised top groove and " +
      "valve reliefs in the crown. 22 mm floating pin included, 312 g within 1 g per set.",
    availablQuantity: 480,
    priceCents: 7650,
    attributes: { Bore: 86 },
  },
  {
    slug: "coil-over-strut-adjustable",
    type: "shock-absorbers",
    number: numberOf("shock-absorbers", "60F"),
    name: "Coil-Over Strut, Height-Adjustable",
    description:
      "Threaded steel body with 60 mm of height adjustment and 24 clicks of rebound damping. " +
      "65 N/mm chrome-silicon spring, anodised collars, spherical top mount.",
    availablQuantity: 130,
    priceCents: 21900,
    attributes: { Rod: 22, Stroke: 120, Axle: "Front" },
  },
  {
    slug: "turbocharger-journal-bearing",
    type: "turbochargers",
    number: numberOf("turbochargers", "52"),
    name: "Turbocharger, 52 mm Compressor",
    description:
      "Journal-bearing unit with a machined-from-solid 52 mm compressor wheel and an Inconel " +
      "713C turbine. Core balanced at 140,000 rpm; wastegate preset to 0.9 bar.",
    availablQuantity: 85,
    priceCents: 64900,
    attributes: { Compressor: 52 },
  },
  {
    slug: "spark-plug-iridium",
    type: "spark-plugs",
    number: "PW-6IR",
    name: "Spark Plug, Iridium, M14 x 1.25",
    description:
      "Laser-welded 0.6 mm iridium centre electrode and platinum ground pad, 95 percent " +
      "alumina insulator. Heat range 6, 26.5 mm reach, gap set to 0.8 mm in the factory.",
    availablQuantity: 4800,
    priceCents: 1450,
    attributes: { Thread: "M14 x 1.25", Reach: 26.5, "Heat range": 6, Electrode: "Iridium" },
  },
  {
    slug: "brake-disc-ventilated-312",
    type: "brake-discs",
    number: "PW-2312",
    name: "Ventilated Brake Disc, 312 mm, Front Axle",
    description:
      "High-carbon grey iron, 25 mm thick, 36 directional vanes and cross-drilled, chamfered " +
      "holes. Run-out below 0.03 mm; zinc-flake coated hat, five bolts on 112 mm.",
    availablQuantity: 720,
    priceCents: 8450,
    attributes: { Diameter: 312, Thickness: 25, Holes: 5, Axle: "Front" },
  },
];
