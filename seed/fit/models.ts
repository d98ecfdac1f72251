import type { BodyName, EngineName } from "./facts.ts";
import type { Side } from "./needs.ts";

export type Platform = "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | "P7" | "P8";

type Engine = { engine: EngineName; from?: number; to?: number };
export type DemoModel = {
  make: string;
  name: string;
  /** Places 4 and 5 of its VINs. */
  code: string;
  platform: Platform;
  years: [from: number, to: number];
  bodies: BodyName[];
  engines: Engine[];
  hasAllWheelDrive?: true;
  /** What is not recorded of the cars of these years. */
  unknown?: { from: number; to: number; facts: ("body" | "gearbox" | "engine")[] };
};

/** From July on, the model year of a make begins in that month of the year before. */
export const makers: Record<string, { wmi: string; firstMonth: number; hasCheckDigit: boolean }> = {
  Haldren: { wmi: "AW1", firstMonth: 1, hasCheckDigit: true },
  Corvane: { wmi: "AX1", firstMonth: 1, hasCheckDigit: true },
  Tessaro: { wmi: "AY1", firstMonth: 9, hasCheckDigit: true },
  Bramwick: { wmi: "AZ1", firstMonth: 7, hasCheckDigit: true },
  Ostkamp: { wmi: "AU1", firstMonth: 1, hasCheckDigit: true },
  Mirelle: { wmi: "AV1", firstMonth: 1, hasCheckDigit: false },
};

/** "1.6 from 2008" and the like. */
function engines(...written: string[]): Engine[] {
  return written.map((text) => {
    const [, engine, from, to] = /^(.*?)(?: (\d{4})?-(\d{4})?)?$/.exec(text) ?? [];
    return {
      engine: engine as EngineName,
      ...(from ? { from: Number(from) } : {}),
      ...(to ? { to: Number(to) } : {}),
    };
  });
}

const small = (...more: string[]) => engines("1.4", "1.6", ...more);
const compact = (...more: string[]) => engines("1.6", "1.6 T", "2.0 T", "2.0 D", ...more);
const large = (...more: string[]) => engines("2.0 T", "3.5 V6", "3.0 V6 D", ...more);

export const demoModels: DemoModel[] = [
  {
    make: "Haldren",
    name: "Pico",
    code: "P1",
    platform: "P1",
    years: [2004, 2012],
    bodies: ["Hatchback"],
    engines: small("1.5 D 2007-"),
  },
  {
    make: "Ostkamp",
    name: "Lind",
    code: "L1",
    platform: "P1",
    years: [2005, 2016],
    bodies: ["Hatchback"],
    engines: small("1.2 T 2012-"),
  },
  {
    make: "Mirelle",
    name: "Ondine",
    code: "N1",
    platform: "P1",
    years: [2004, 2013],
    bodies: ["Hatchback", "Saloon"],
    engines: small("1.5 D 2008-"),
  },
  {
    make: "Haldren",
    name: "Vela",
    code: "V2",
    platform: "P2",
    years: [2010, 2026],
    bodies: ["Hatchback"],
    engines: engines("1.2 T", "1.4 -2018", "1.5 D -2021", "1.6 Hybrid 2018-"),
  },
  {
    make: "Tessaro",
    name: "Fiora",
    code: "F2",
    platform: "P2",
    years: [2011, 2023],
    bodies: ["Hatchback", "Wagon"],
    engines: engines("1.2 T", "1.6 T", "1.5 D"),
  },
  {
    make: "Mirelle",
    name: "Calise",
    code: "C2",
    platform: "P2",
    years: [2012, 2026],
    bodies: ["Hatchback"],
    engines: engines("1.2 T", "1.6 T 2015-", "1.5 D -2022", "1.6 Hybrid 2019-"),
  },
  {
    make: "Corvane",
    name: "Arden",
    code: "A3",
    platform: "P3",
    years: [2010, 2022],
    bodies: ["Hatchback", "Wagon"],
    engines: compact(),
  },
  {
    make: "Tessaro",
    name: "Levano",
    code: "L3",
    platform: "P3",
    years: [2011, 2026],
    bodies: ["Hatchback"],
    engines: compact("2.0 Hybrid 2020-"),
  },
  {
    make: "Bramwick",
    name: "Ashby",
    code: "A4",
    platform: "P3",
    years: [2012, 2026],
    bodies: ["Saloon"],
    engines: compact("2.0 Hybrid 2019-"),
  },
  {
    make: "Corvane",
    name: "Marlow",
    code: "M4",
    platform: "P4",
    years: [2006, 2018],
    bodies: ["Saloon", "Wagon"],
    engines: engines("1.6", "2.0", "2.0 T 2009-"),
  },
  {
    make: "Ostkamp",
    name: "Torv",
    code: "T4",
    platform: "P4",
    years: [2006, 2021],
    bodies: ["Wagon"],
    engines: engines("1.6", "2.0", "2.0 D"),
  },
  {
    make: "Haldren",
    name: "Domo",
    code: "D4",
    platform: "P4",
    years: [2007, 2019],
    bodies: ["Hatchback", "Wagon"],
    engines: engines("1.6", "1.6 T 2010-", "2.0 D"),
  },
  {
    make: "Bramwick",
    name: "Kerrow",
    code: "K5",
    platform: "P5",
    years: [2008, 2021],
    bodies: ["Saloon"],
    engines: engines("2.0 T", "2.8 V6 -2013", "3.5 V6", "2.2 D"),
  },
  {
    make: "Tessaro",
    name: "Stelva",
    code: "S5",
    platform: "P5",
    years: [2008, 2020],
    bodies: ["Saloon", "Wagon"],
    engines: engines("2.0", "2.0 T", "2.2 D"),
  },
  {
    make: "Corvane",
    name: "Selden",
    code: "S6",
    platform: "P5",
    years: [2009, 2022],
    bodies: ["Saloon"],
    engines: engines("2.0 T", "2.2 D", "2.0 Hybrid 2018-"),
  },
  {
    make: "Bramwick",
    name: "Wexley",
    code: "W6",
    platform: "P6",
    years: [2012, 2026],
    bodies: ["Saloon"],
    engines: large("2.0 Hybrid 2019-"),
  },
  {
    make: "Ostkamp",
    name: "Brandt",
    code: "B6",
    platform: "P6",
    years: [2012, 2025],
    bodies: ["Saloon", "Wagon"],
    engines: large(),
  },
  {
    make: "Mirelle",
    name: "Aurienne",
    code: "A6",
    platform: "P6",
    years: [2013, 2026],
    bodies: ["Saloon"],
    engines: engines("2.0 T", "3.0 V6 D", "2.0 Hybrid 2018-"),
  },
  {
    make: "Corvane",
    name: "Tarn",
    code: "T7",
    platform: "P7",
    years: [2015, 2026],
    bodies: ["SUV"],
    engines: engines("1.6 T", "2.0 T", "2.2 D"),
    hasAllWheelDrive: true,
  },
  {
    make: "Haldren",
    name: "Fjell",
    code: "F7",
    platform: "P7",
    years: [2015, 2026],
    bodies: ["SUV"],
    engines: engines("1.6 T", "2.0 D", "2.0 Hybrid 2019-"),
    hasAllWheelDrive: true,
  },
  {
    make: "Tessaro",
    name: "Alpena",
    code: "A7",
    platform: "P7",
    years: [2016, 2026],
    bodies: ["SUV"],
    engines: engines("2.0 T", "2.2 D"),
    hasAllWheelDrive: true,
  },
  {
    make: "Ostkamp",
    name: "Karg",
    code: "K8",
    platform: "P8",
    years: [2004, 2018],
    bodies: ["Van"],
    engines: engines("2.0", "2.2 D"),
    unknown: { from: 2004, to: 2008, facts: ["body", "gearbox", "engine"] },
  },
  {
    make: "Bramwick",
    name: "Carter",
    code: "C8",
    platform: "P8",
    years: [2006, 2024],
    bodies: ["Van"],
    engines: engines("2.0 D", "2.2 D", "2.8 V6 -2012"),
    unknown: { from: 2006, to: 2024, facts: ["gearbox"] },
  },
  {
    make: "Mirelle",
    name: "Trafine",
    code: "T8",
    platform: "P8",
    years: [2005, 2019],
    bodies: ["Van"],
    engines: engines("1.6 T 2012-", "2.0 D", "2.2 D"),
  },
];

/** One make sells cars with the wheel on either side. */
export const steeringOf = ({ make }: Pick<DemoModel, "make">): Side[] =>
  make === "Bramwick" ? ["Left", "Right"] : ["Left"];

export const yearsOf = ({ years: [from, to] }: DemoModel): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The first and the last day of a model year: 20140101. */
export function builtIn({ make }: Pick<DemoModel, "make">, year: number): [number, number] {
  const month = makers[make]?.firstMonth ?? 1;
  const from = month < 7 ? year : year - 1;
  const lastMonth = month === 1 ? 12 : month - 1;
  const to = month === 1 ? from : from + 1;
  const lastDay = new Date(Date.UTC(to, lastMonth, 0)).getUTCDate();
  return [from * 10_000 + month * 100 + 1, to * 10_000 + lastMonth * 100 + lastDay];
}
