import type { EngineName } from "./facts.ts";
import { type Need, need } from "./needs.ts";

type Build = {
  oilFilter: [thread: string, height: number];
  ports: number;
  fuel: "Petrol" | "Diesel";
  /** Thread, reach and heat range; diesels have glow plugs. */
  spark?: [thread: string, reach: number, heatRange: number];
  coil?: [kilovolts: number, pins: number];
  glow?: [thread: string, volts: number];
  /** Teeth and width; the others have a chain. */
  belt?: [teeth: number, width: number];
  ribbedBelt: [ribs: number, length: number];
  pump: number;
  opensAt: number;
  turbo?: number;
  amperes: number;
  starter: number;
  lambda: [wires: number, lead: number];
  clutch?: number;
  cylinders: 4 | 6;
};

const builds: Record<EngineName, Build> = {
  "1.4": naturallyAspirated(110, 220, 0.9, 70, [107, 22]),
  "1.6": naturallyAspirated(110, 220, 1.1, 90, [131, 25]),
  "2.0": naturallyAspirated(125, 228, 1.1, 120, [131, 25]),
  "1.2 T": turbocharged(44, 110, 200, 1.1, 110, 100),
  "1.6 T": turbocharged(48, 125, 220, 1.2, 140, 87),
  "2.0 T": turbocharged(52, 140, 240, 1.4, 150, 87),
  "1.5 D": diesel(44, 110, 215, 1.7, 120, [123, 25]),
  "2.0 D": diesel(48, 140, 240, 2, 150, [141, 25]),
  "2.2 D": diesel(56, 155, 260, 2, 180, [160, 30]),
  "2.8 V6": sixCylinders(155, 150),
  "3.5 V6": sixCylinders(190, 180),
  "3.0 V6 D": {
    ...diesel(60, 190, 0, 2.2, 210, [153, 26]),
    cylinders: 6,
    oilFilter: ["M24 x 1.5", 115],
    ribbedBelt: [7, 2550],
  },
  "1.6 Hybrid": hybrid(95),
  "2.0 Hybrid": hybrid(125),
};

function naturallyAspirated(
  pump: number,
  clutch: number,
  starter: number,
  amperes: number,
  belt: [number, number],
): Build {
  return {
    pump,
    clutch,
    starter,
    amperes,
    belt,
    cylinders: 4,
    ports: 6,
    fuel: "Petrol",
    oilFilter: ["3/4-16 UNF", 87],
    spark: ["M14 x 1.25", 19, 6],
    coil: [30, 2],
    ribbedBelt: [5, 1355],
    opensAt: 88,
    lambda: [4, 330],
  };
}

function turbocharged(
  turbo: number,
  pump: number,
  clutch: number,
  starter: number,
  amperes: number,
  opensAt: number,
): Build {
  return {
    turbo,
    pump,
    clutch,
    starter,
    amperes,
    cylinders: 4,
    ports: 8,
    fuel: "Petrol",
    oilFilter: ["M20 x 1.5", 98],
    spark: ["M14 x 1.25", 26.5, turbo > 50 ? 7 : 6],
    coil: [35, turbo > 45 ? 4 : 3],
    ribbedBelt: [6, turbo > 50 ? 1750 : 1453],
    opensAt: opensAt === 100 ? 105 : opensAt,
    lambda: [5, 620],
    ...(turbo === 52 ? { belt: [131, 25] as [number, number] } : {}),
  };
}

function diesel(
  turbo: number,
  pump: number,
  clutch: number,
  starter: number,
  amperes: number,
  belt: [number, number],
): Build {
  return {
    turbo,
    pump,
    starter,
    amperes,
    belt,
    cylinders: 4,
    fuel: "Diesel",
    ...(clutch > 0 ? { clutch } : {}),
    ports: turbo > 50 ? 10 : 8,
    oilFilter: ["M22 x 1.5", turbo > 50 ? 140 : 80],
    glow: turbo > 50 ? ["M8 x 1.0", 7] : ["M10 x 1.0", 4.4],
    opensAt: 82,
    ribbedBelt: [6, turbo > 50 ? 2100 : 1560],
    lambda: [4, 460],
  };
}

function sixCylinders(pump: number, amperes: number): Build {
  return {
    pump,
    amperes,
    cylinders: 6,
    ports: 10,
    fuel: "Petrol",
    starter: 1.7,
    opensAt: 92,
    oilFilter: ["3/4-16 UNF", 142],
    spark: ["M12 x 1.25", 26.5, 6],
    coil: [40, 4],
    ribbedBelt: [7, 1795],
    lambda: [5, 740],
  };
}

function hybrid(pump: number): Build {
  return {
    pump,
    amperes: 110,
    starter: 0.9,
    cylinders: 4,
    ports: 6,
    fuel: "Petrol",
    opensAt: 82,
    oilFilter: ["3/4-16 UNF", 100],
    spark: ["M12 x 1.25", 26.5, 7],
    coil: [42, 3],
    ribbedBelt: [4, pump > 100 ? 910 : 845],
    lambda: [4, 580],
  };
}

/** Whatever car it is in. */
export const engineNeeds = (Object.keys(builds) as EngineName[]).flatMap((engine) =>
  needsOf(builds[engine]).map((one) => ({ engine, ...one })),
);

function needsOf(build: Build): Need[] {
  const { oilFilter, spark, coil, glow, belt, ribbedBelt, turbo, lambda, clutch } = build;
  const { cylinders } = build;
  const manual = { gearbox: "Manual" } as const;
  return [
    need("oil-filters", { Thread: oilFilter[0], Height: oilFilter[1] }),
    need("fuel-filters", { Port: build.ports, Fuel: build.fuel }),
    need("v-ribbed-belts", { Ribs: ribbedBelt[0], Length: ribbedBelt[1] }),
    need("water-pumps", { Flow: build.pump }),
    need("thermostats", { "Opens at": build.opensAt }),
    need("alternators", { Voltage: 14, Current: build.amperes }),
    need("starter-motors", { Voltage: 12, Power: build.starter }),
    ...lambdaNeeds(lambda, cylinders),
    ...(spark
      ? [
          need(
            "spark-plugs",
            { Thread: spark[0], Reach: spark[1], "Heat range": spark[2] },
            undefined,
            { quantity: cylinders },
          ),
        ]
      : []),
    ...(coil
      ? [
          need("ignition-coils", { "Peak voltage": coil[0], Pins: coil[1] }, undefined, {
            quantity: cylinders,
          }),
        ]
      : []),
    ...(glow
      ? [
          need("glow-plugs", { Thread: glow[0], Voltage: glow[1] }, undefined, {
            quantity: cylinders,
          }),
        ]
      : []),
    ...(belt
      ? [need("timing-belts", { Teeth: belt[0], Width: belt[1] })]
      : [need("timing-chains", { Links: 120 })]),
    ...(turbo ? [need("turbochargers", { Compressor: turbo })] : []),
    ...(clutch ? [need("clutch-kits", { Diameter: clutch }, manual)] : []),
  ];
}

/** Six cylinders have two before their catalysts and one after. */
function lambdaNeeds([Wires, Lead]: Build["lambda"], cylinders: 4 | 6): Need[] {
  const before = { position: "Before the catalyst", quantity: cylinders === 6 ? 2 : 1 };
  const after = { position: "After the catalyst", quantity: 1 };
  return [before, ...(cylinders === 6 ? [after] : [])].map((place) =>
    need("lambda-sensors", { Wires, Lead }, undefined, place),
  );
}
