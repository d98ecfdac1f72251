export type CatalogueEntry = {
  slug: string;
  name: string;
  description: string;
  minimumQuantity: number;
  availablQuantity: number;
  priceCents: number;
};

// Oldest first: the last six are the ones the home page shows first.
export const catalogue: CatalogueEntry[] = [
  {
    slug: "brake-drum-rear",
    name: "Brake Drum, 228 mm, Rear Axle",
    description:
      "Grey cast iron drum with a turned 228.6 mm friction surface, four-stud flange and " +
      "cast cooling ribs. Run-out below 0.08 mm, wear limit 230.0 mm stamped on the rim.",
    minimumQuantity: 2,
    availablQuantity: 640,
    priceCents: 5490,
  },
  {
    slug: "oil-filter-spin-on",
    name: "Spin-On Oil Filter, M20 x 1.5",
    description:
      "Pleated cellulose and glass-fibre media rated at 25 micron, 1.2 bar bypass valve and " +
      "silicone anti-drain-back membrane. Nitrile seal, 76 mm can, 98 mm tall.",
    minimumQuantity: 20,
    availablQuantity: 4200,
    priceCents: 895,
  },
  {
    slug: "air-filter-panel",
    name: "Panel Air Filter, 292 x 204 mm",
    description:
      "Resin-bonded paper in 46 deep pleats, moulded into a polyurethane frame that seals " +
      "the airbox without adhesive. Retains 99.5 percent of ISO 12103 coarse dust.",
    minimumQuantity: 12,
    availablQuantity: 1850,
    priceCents: 1290,
  },
  {
    slug: "cabin-filter-carbon",
    name: "Cabin Filter, Activated Carbon",
    description:
      "Three-layer non-woven with 320 g/m2 of granular activated carbon between the sheets. " +
      "Holds back pollen, soot and ozone; 254 x 224 mm cassette, 36 mm deep.",
    minimumQuantity: 10,
    availablQuantity: 1420,
    priceCents: 1645,
  },
  {
    slug: "fuel-filter-inline",
    name: "Inline Fuel Filter, 8 mm Ports",
    description:
      "Crimped aluminium housing with 8 mm quick-connect spigots and a 10 micron media " +
      "rolled around a steel core. Burst pressure 20 bar, for petrol up to E85.",
    minimumQuantity: 10,
    availablQuantity: 980,
    priceCents: 1420,
  },
  {
    slug: "glow-plug-m10",
    name: "Glow Plug, 11 V, M10 x 1.0",
    description:
      "Sheathed-element plug with an Inconel 601 tube packed in magnesium oxide. Reaches " +
      "1,000 degrees Celsius in under five seconds; tighten to 15 Nm.",
    minimumQuantity: 8,
    availablQuantity: 2600,
    priceCents: 1375,
  },
  {
    slug: "ignition-coil-pencil",
    name: "Pencil Ignition Coil, 35 kV",
    description:
      "Plug-top coil with an epoxy-potted secondary winding and integrated output stage. " +
      "Delivers 70 mJ at 35 kV; four-pin sealed connector and silicone boot.",
    minimumQuantity: 4,
    availablQuantity: 760,
    priceCents: 3680,
  },
  {
    slug: "taper-roller-bearing-32008",
    name: "Tapered Roller Bearing, 40 x 68 mm",
    description:
      "Single-row taper roller bearing in through-hardened 100Cr6, pressed steel cage, class " +
      "P6X tolerance. 40 mm bore, 19 mm wide, 52 kN dynamic load rating.",
    minimumQuantity: 10,
    availablQuantity: 1680,
    priceCents: 1860,
  },
  {
    slug: "wheel-hub-unit-abs",
    name: "Wheel Hub Unit, Five-Stud, ABS",
    description:
      "Third-generation hub with double-row ball bearing, induction-hardened raceways and a " +
      "flange for five M12 studs on a 112 mm circle. Greased and sealed for life.",
    minimumQuantity: 2,
    availablQuantity: 410,
    priceCents: 8950,
  },
  {
    slug: "timing-belt-131t",
    name: "Timing Belt, 131 Teeth, 25 mm",
    description:
      "HNBR belt with glass-fibre tension cords and a PTFE-coated tooth fabric. 131 " +
      "round-profile teeth at 9.525 mm pitch; change every 120,000 km or six years.",
    minimumQuantity: 5,
    availablQuantity: 1240,
    priceCents: 2785,
  },
  {
    slug: "timing-chain-120l",
    name: "Timing Chain, Simplex, 120 Links",
    description:
      "Endless 8 mm pitch roller chain with chromised pins and shot-peened plates. " +
      "Pre-stretched at 3 kN so that run-in elongation stays below 0.1 percent; two marked " +
      "links.",
    minimumQuantity: 4,
    availablQuantity: 520,
    priceCents: 4120,
  },
  {
    slug: "v-ribbed-belt-6pk",
    name: "V-Ribbed Belt, 6PK1750",
    description:
      "Six-rib EPDM belt with aramid cords for alternator, air-conditioning and " +
      "steering-pump drives. Effective length 1,750 mm; stays crack-free from -40 to 130 " +
      "degrees.",
    minimumQuantity: 10,
    availablQuantity: 2300,
    priceCents: 1595,
  },
  {
    slug: "belt-tensioner-spring",
    name: "Belt Tensioner, Spring-Loaded",
    description:
      "Die-cast aluminium arm with a torsion spring and a friction damper set to 32 Nm. The " +
      "70 mm steel pulley runs on a sealed 6203 bearing with high-temperature grease.",
    minimumQuantity: 2,
    availablQuantity: 480,
    priceCents: 4675,
  },
  {
    slug: "water-pump-cast-impeller",
    name: "Water Pump with Cast Impeller",
    description:
      "Aluminium housing machined in one clamping, with a cast-iron impeller of seven vanes " +
      "and a silicon-carbide face seal. Delivers 140 l/min at 5,500 rpm; gasket supplied.",
    minimumQuantity: 2,
    availablQuantity: 390,
    priceCents: 6240,
  },
  {
    slug: "thermostat-housing-88",
    name: "Thermostat with Housing, 88 Degrees",
    description:
      "Wax-element thermostat in a pressure-die-cast housing. Starts to open at 88 degrees " +
      "and reaches 9 mm of lift at 103; supplied with an EPDM profile seal.",
    minimumQuantity: 4,
    availablQuantity: 870,
    priceCents: 2430,
  },
  {
    slug: "radiator-aluminium-650",
    name: "Radiator, Aluminium, 650 x 415 mm",
    description:
      "Brazed aluminium core, 26 mm deep, with louvred fins at 2.2 mm pitch and glass-filled " +
      "PA66 tanks crimped on. Leak-tested with helium at 2.5 bar; drain plug fitted.",
    minimumQuantity: 1,
    availablQuantity: 160,
    priceCents: 13900,
  },
  {
    slug: "piston-ring-set-86",
    name: "Piston Ring Set, 86.0 mm",
    description:
      "Set for one cylinder: a 1.2 mm nitrided steel top ring, a 1.5 mm taper-faced iron " +
      "ring and a three-piece oil control ring. End gap 0.20 to 0.35 mm in an 86.0 mm bore.",
    minimumQuantity: 4,
    availablQuantity: 940,
    priceCents: 2980,
  },
  {
    slug: "exhaust-valve-31",
    name: "Exhaust Valve, 31 mm, Bimetal",
    description:
      "Austenitic 21-4N head friction-welded to a hardened chrome-silicon stem. 31.0 mm " +
      "head, 5.95 mm stem, 45 degree seat armoured with stellite; tip hardened to 55 HRC.",
    minimumQuantity: 8,
    availablQuantity: 1900,
    priceCents: 1180,
  },
  {
    slug: "cylinder-head-gasket-mls",
    name: "Cylinder Head Gasket, Multi-Layer",
    description:
      "Three layers of full-hard spring stainless with embossed beads and a 25 micron " +
      "fluoroelastomer coating. 1.35 mm compressed thickness, 87.5 mm fire rings, four " +
      "cylinders.",
    minimumQuantity: 2,
    availablQuantity: 330,
    priceCents: 5860,
  },
  {
    slug: "camshaft-chilled-iron",
    name: "Camshaft, Chilled Cast Iron",
    description:
      "Eight lobes of chilled iron ground to 0.4 micron Ra and phosphated for run-in. 9.2 mm " +
      "lift, five journals of 27 mm, total run-out below 0.02 mm.",
    minimumQuantity: 1,
    availablQuantity: 120,
    priceCents: 18750,
  },
  {
    slug: "coil-spring-front",
    name: "Coil Spring, Front Axle, 13 mm Wire",
    description:
      "Cold-wound 54SiCr6 wire, shot-peened, zinc-phosphated and epoxy-coated. 345 mm free " +
      "length, 6.5 turns, rate 28 N/mm within 3 percent. Always fit in pairs per axle.",
    minimumQuantity: 2,
    availablQuantity: 540,
    priceCents: 4850,
  },
  {
    slug: "shock-absorber-rear",
    name: "Shock Absorber, Twin-Tube, Gas",
    description:
      "Twin-tube damper charged with nitrogen at 5 bar. 14 mm hard-chromed rod, four-lip " +
      "seal, 190 mm stroke; bonded rubber eye for an M12 bolt at both ends.",
    minimumQuantity: 2,
    availablQuantity: 620,
    priceCents: 5720,
  },
  {
    slug: "control-arm-front-lower",
    name: "Control Arm, Front, Lower, Left",
    description:
      "Forged 6082-T6 arm with a pressed-in ball joint and two bonded rubber bushes, the " +
      "rear one hydraulically damped. Proof-loaded to 18 kN; weighs 2.4 kg.",
    minimumQuantity: 1,
    availablQuantity: 210,
    priceCents: 9480,
  },
  {
    slug: "ball-joint-press-in",
    name: "Ball Joint, Press-In, 18 mm Taper",
    description:
      "Cold-forged 41Cr4 stud in a polyacetal shell, preset to 3 Nm of turning torque. " +
      "Chloroprene boot with two steel clamping rings; castle nut and split pin enclosed.",
    minimumQuantity: 4,
    availablQuantity: 860,
    priceCents: 2160,
  },
  {
    slug: "tie-rod-end-m14",
    name: "Tie Rod End, Right, M14 x 1.5",
    description:
      "Drop-forged housing with a 28 mm rolled ball and a pre-greased polyacetal shell. " +
      "Joint swings 25 degrees to each side; self-locking M12 nut tightens to 45 Nm.",
    minimumQuantity: 4,
    availablQuantity: 1130,
    priceCents: 1940,
  },
  {
    slug: "stabiliser-link-275",
    name: "Stabiliser Link, 275 mm, Front",
    description:
      "Friction-welded 10 mm steel bar with two M10 ball studs set at 90 degrees. " +
      "Zinc-nickel plating withstands 720 hours of salt spray; flange nuts are included.",
    minimumQuantity: 4,
    availablQuantity: 1480,
    priceCents: 1530,
  },
  {
    slug: "clutch-kit-240",
    name: "Clutch Kit, 240 mm, Three-Piece",
    description:
      "Pressure plate with a diaphragm spring of 6,400 N, sprung disc with 23 splines and " +
      "organic facings, and a self-centring release bearing. Rated for 320 Nm.",
    minimumQuantity: 1,
    availablQuantity: 190,
    priceCents: 16400,
  },
  {
    slug: "flywheel-single-mass",
    name: "Flywheel, Single-Mass, 132 Teeth",
    description:
      "Turned from EN-GJS-600 ductile iron and balanced to 10 g cm, with a shrunk-on and " +
      "induction-hardened ring gear of 132 teeth. Six-bolt crank pattern, 7.8 kg.",
    minimumQuantity: 1,
    availablQuantity: 140,
    priceCents: 14250,
  },
  {
    slug: "cv-joint-outer",
    name: "CV Joint, Outer, 27 Splines",
    description:
      "Rzeppa joint with six ground balls, case-hardened inner race and 47 degrees of " +
      "articulation. Supplied with a thermoplastic boot, two clamps and 90 g of moly grease.",
    minimumQuantity: 1,
    availablQuantity: 280,
    priceCents: 6890,
  },
  {
    slug: "drive-shaft-front-right",
    name: "Drive Shaft, Front Right, 786 mm",
    description:
      "Complete new shaft, no core deposit: outer Rzeppa joint, inner tripod joint and a 26 " +
      "mm induction-hardened bar. 27 and 33 splines, 44-tooth sensor ring fitted.",
    minimumQuantity: 1,
    availablQuantity: 130,
    priceCents: 15600,
  },
  {
    slug: "alternator-150a",
    name: "Alternator, 14 V, 150 A",
    description:
      "Claw-pole machine with an eight-diode rectifier and LIN-controlled regulator. 150 A " +
      "at 6,000 rpm, six-groove overrunning pulley, two internal fans; load-tested at 105 " +
      "degrees.",
    minimumQuantity: 1,
    availablQuantity: 175,
    priceCents: 23800,
  },
  {
    slug: "starter-motor-1400w",
    name: "Starter Motor, 12 V, 1.4 kW",
    description:
      "Permanent-magnet starter with a 4.4 to 1 planetary reduction and a ten-tooth pinion. " +
      "Sealed solenoid rated for 60,000 cycles; weighs only 3.1 kg.",
    minimumQuantity: 1,
    availablQuantity: 165,
    priceCents: 17300,
  },
  {
    slug: "battery-clamp-set",
    name: "Battery Clamp Set, Positive and Negative",
    description:
      "Pair of tin-plated brass clamps for tapered posts of 17.5 and 15.9 mm. Accept cable " +
      "of 16 to 50 mm2 under two M8 screws; polarity marked in red and black.",
    minimumQuantity: 10,
    availablQuantity: 1750,
    priceCents: 980,
  },
  {
    slug: "door-mirror-heated",
    name: "Door Mirror, Heated, Left",
    description:
      "Aspherical chrome glass on a heating pad of 22 W, with electric adjustment and an LED " +
      "repeater. Folding base in PA6-GF30, cap primed for paint; seven-pin plug.",
    minimumQuantity: 1,
    availablQuantity: 150,
    priceCents: 8640,
  },
  {
    slug: "wiper-blade-600",
    name: "Flat Wiper Blade, 600 mm",
    description:
      "Beam blade with two curved spring-steel strips and a graphite-coated natural rubber " +
      "edge. Asymmetric spoiler, 600 mm long, clip fits 9 x 3 mm hook arms.",
    minimumQuantity: 10,
    availablQuantity: 2800,
    priceCents: 1120,
  },
  {
    slug: "lambda-sensor-wideband",
    name: "Lambda Sensor, Wideband, Five-Wire",
    description:
      "Planar zirconia pump cell with an 8 W heater, ready twelve seconds after a cold " +
      "start. M18 x 1.5 stainless body, slotted double-wall guard tube, 620 mm lead.",
    minimumQuantity: 2,
    availablQuantity: 690,
    priceCents: 7350,
  },
  {
    slug: "abs-wheel-sensor",
    name: "ABS Wheel Speed Sensor, Rear",
    description:
      "Active Hall sensor moulded in PA66 that reads from standstill at air gaps up to 1.8 " +
      "mm. Stainless fixing bush, 840 mm jacketed lead, two-pin sealed plug.",
    minimumQuantity: 4,
    availablQuantity: 1060,
    priceCents: 2270,
  },
  {
    slug: "map-sensor-3bar",
    name: "MAP Sensor, 3 bar, Four-Pin",
    description:
      "Piezoresistive silicon cell with a built-in NTC thermistor for charge-air " +
      "temperature. 20 to 300 kPa, 0.4 to 4.65 V output, accurate to 1.5 percent of full " +
      "scale.",
    minimumQuantity: 4,
    availablQuantity: 730,
    priceCents: 3140,
  },
  {
    slug: "coolant-hose-upper",
    name: "Radiator Hose, Upper, 38 mm",
    description:
      "Moulded EPDM hose with a knitted aramid layer for -40 to 135 degrees. 38 mm bore, 4.5 " +
      "mm wall, burst pressure above 9 bar; two constant-tension clamps on the hose.",
    minimumQuantity: 4,
    availablQuantity: 590,
    priceCents: 2090,
  },
  {
    slug: "fuel-injector-port",
    name: "Fuel Injector, Port, 440 cc/min",
    description:
      "High-impedance 12 ohm injector with a four-hole plate that forms a 20 degree twin " +
      "spray. Flow-matched within 2 percent at 3 bar; Viton O-rings fitted.",
    minimumQuantity: 4,
    availablQuantity: 820,
    priceCents: 4380,
  },
  {
    slug: "brake-pad-set-front",
    name: "Brake Pad Set, Front, Low-Metallic",
    description:
      "Four low-metallic pads, copper-free, on 6 mm powder-coated backing plates with " +
      "mechanical retention. Friction 0.42 at 350 degrees; chamfered, shimmed and slotted.",
    minimumQuantity: 4,
    availablQuantity: 1560,
    priceCents: 3890,
  },
  {
    slug: "brake-caliper-four-piston",
    name: "Brake Caliper, Four-Piston, Right",
    description:
      "Monobloc fixed caliper in forged aluminium with four 40 mm stainless pistons and dust " +
      "boots. Takes discs up to 32 mm thick; each one pressure-tested to 160 bar.",
    minimumQuantity: 1,
    availablQuantity: 110,
    priceCents: 27900,
  },
  {
    slug: "led-headlamp-left",
    name: "LED Head Lamp, Left",
    description:
      "Two projector modules of 1,150 lm and a light-guide daytime strip behind a " +
      "hard-coated polycarbonate lens. Motor levelling, IP6K9K housing, 14-pin connector.",
    minimumQuantity: 1,
    availablQuantity: 95,
    priceCents: 38900,
  },
  {
    slug: "piston-forged-86",
    name: "Forged Piston, 86.0 mm Bore",
    description:
      "Forged 4032 aluminium with a graphite-coated skirt, hard-anodised top groove and " +
      "valve reliefs in the crown. 22 mm floating pin included, 312 g within 1 g per set.",
    minimumQuantity: 4,
    availablQuantity: 480,
    priceCents: 7650,
  },
  {
    slug: "coil-over-strut-adjustable",
    name: "Coil-Over Strut, Height-Adjustable",
    description:
      "Threaded steel body with 60 mm of height adjustment and 24 clicks of rebound damping. " +
      "65 N/mm chrome-silicon spring, anodised collars, spherical top mount.",
    minimumQuantity: 2,
    availablQuantity: 130,
    priceCents: 21900,
  },
  {
    slug: "turbocharger-journal-bearing",
    name: "Turbocharger, 52 mm Compressor",
    description:
      "Journal-bearing unit with a machined-from-solid 52 mm compressor wheel and an Inconel " +
      "713C turbine. Core balanced at 140,000 rpm; wastegate preset to 0.9 bar.",
    minimumQuantity: 1,
    availablQuantity: 85,
    priceCents: 64900,
  },
  {
    slug: "spark-plug-iridium",
    name: "Spark Plug, Iridium, M14 x 1.25",
    description:
      "Laser-welded 0.6 mm iridium centre electrode and platinum ground pad, 95 percent " +
      "alumina insulator. Heat range 6, 26.5 mm reach, gap set to 0.8 mm in the factory.",
    minimumQuantity: 16,
    availablQuantity: 4800,
    priceCents: 1450,
  },
  {
    slug: "brake-disc-ventilated-312",
    name: "Ventilated Brake Disc, 312 mm, Front Axle",
    description:
      "High-carbon grey iron, 25 mm thick, 36 directional vanes and cross-drilled, chamfered " +
      "holes. Run-out below 0.03 mm; zinc-flake coated hat, five bolts on 112 mm.",
    minimumQuantity: 2,
    availablQuantity: 720,
    priceCents: 8450,
  },
];
