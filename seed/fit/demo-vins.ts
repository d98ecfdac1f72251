import { vinCheckDigit } from "#contract/rules/vin.ts";
import { makers } from "./models.ts";

export type Car = {
  make: string;
  code: string;
  year: number;
  serial: number;
  body?: keyof typeof bodySigns;
  engine?: keyof typeof engineSigns;
  /** The letter of the works. */
  works?: string;
};

export const bodySigns = { Hatchback: "H", Saloon: "S", Wagon: "W", SUV: "U", Van: "V" };
export const engineSigns = {
  "1.4": "A",
  "1.6": "B",
  "2.0": "C",
  "1.2 T": "D",
  "1.6 T": "E",
  "2.0 T": "F",
  "1.5 D": "G",
  "2.0 D": "H",
  "2.2 D": "J",
  "2.8 V6": "K",
  "3.5 V6": "L",
  "3.0 V6 D": "M",
  "1.6 Hybrid": "N",
  "2.0 Hybrid": "P",
};
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

export function makeVin({ make, code, year, serial, body, engine, works = "K" }: Car): string {
  const { wmi = "", hasCheckDigit = true } = makers[make] ?? {};
  const place7 = year < 2010 ? "1" : "B";
  const head = wmi + code + (body ? bodySigns[body] : "0") + place7;
  const sign = engine ? engineSigns[engine] : "0";
  const tail = `${yearCodes[(year - 1980) % 30]}${works}${String(serial).padStart(6, "0")}`;
  const digit = hasCheckDigit ? vinCheckDigit(`${head}${sign}0${tail}`) : "Z";
  return `${head}${sign}${digit}${tail}`;
}

type Named = {
  vin: string;
  car: string;
  shows: string;
  /** A part, and what the shop says of it for this car. */
  part: string;
  says: "yes" | "no" | "yes-if" | "not-known" | "nothing";
  asks?: string;
};

/** Each shows one thing that makes a right answer difficult. */
export const demoVins: Named[] = [
  {
    vin: makeVin({
      make: "Corvane",
      code: "A3",
      year: 2014,
      serial: 41_207,
      body: "Hatchback",
      engine: "2.0 T",
    }),
    car: "2014 Corvane Arden 2.0 T",
    shows: "The disc changed in the middle of the model year: the shop asks when it was built",
    part: "PW-2312",
    says: "yes-if",
    asks: "built",
  },
  {
    vin: makeVin({
      make: "Corvane",
      code: "A3",
      year: 2016,
      serial: 12_035,
      body: "Wagon",
      engine: "2.0 D",
    }),
    car: "2016 Corvane Arden 2.0 D Wagon",
    shows: "The part before the change does not fit, and the shop says why",
    part: "PW-104-330",
    says: "yes",
  },
  {
    vin: makeVin({ make: "Haldren", code: "V2", year: 2014, serial: 80_214, engine: "1.2 T" }),
    car: "2014 Haldren Vela 1.2 T, built in works K",
    shows: "The serial number in the VIN decides",
    part: "PW-706-310F",
    says: "yes",
  },
  {
    vin: makeVin({
      make: "Haldren",
      code: "V2",
      year: 2014,
      serial: 90_011,
      engine: "1.2 T",
      works: "N",
    }),
    car: "2014 Haldren Vela 1.2 T, built in works N",
    shows: "Serial numbers of other works say nothing: not known",
    part: "PW-706-310F",
    says: "not-known",
  },
  {
    vin: makeVin({
      make: "Corvane",
      code: "M4",
      year: 2012,
      serial: 5_530,
      body: "Wagon",
      engine: "2.0",
    }),
    car: "2012 Corvane Marlow 2.0 Wagon",
    shows: "The body decides the rear spring",
    part: "PW-701-135R",
    says: "yes",
  },
  {
    vin: makeVin({ make: "Bramwick", code: "W6", year: 2018, serial: 77_120, engine: "3.5 V6" }),
    car: "2018 Bramwick Wexley 3.5 V6",
    shows: "Two sizes of disc by an option that nobody recorded: look at the old one",
    part: "PW-104-345",
    says: "yes-if",
    asks: "look:front-disc-345",
  },
  {
    vin: makeVin({
      make: "Tessaro",
      code: "S5",
      year: 2012,
      serial: 30_004,
      body: "Saloon",
      engine: "2.0 T",
    }),
    car: "2012 Tessaro Stelva 2.0 T",
    shows: "Two air filters are listed for it, one with the engine and one without",
    part: "PW-202-268",
    says: "yes",
  },
  {
    vin: makeVin({ make: "Bramwick", code: "K5", year: 2010, serial: 18_450, engine: "3.5 V6" }),
    car: "2010 Bramwick Kerrow 3.5 V6",
    shows: "Two sensors before the catalysts, one after",
    part: "PW-904-5740",
    says: "yes",
  },
  {
    vin: makeVin({ make: "Ostkamp", code: "T4", year: 2013, serial: 9_981, engine: "2.0 D" }),
    car: "2013 Ostkamp Torv 2.0 D",
    shows: "A line of the catalogue is being checked, so nobody is told that the part fits",
    part: "PW-901-140",
    says: "not-known",
  },
  {
    vin: makeVin({ make: "Mirelle", code: "A6", year: 2016, serial: 64_321 }),
    car: "2016 Mirelle Aurienne",
    shows: "A European VIN with Z at place 9, which says nothing of the engine",
    part: "PW-406-52",
    says: "yes-if",
    asks: "engine",
  },
  {
    vin: makeVin({ make: "Corvane", code: "X1", year: 2010, serial: 2_204 }),
    car: "2010 Corvane Marlow or Selden",
    shows: "The VIN leaves two models open: choose one",
    part: "PW-104-300",
    says: "no",
  },
  {
    vin: makeVin({ make: "Ostkamp", code: "K8", year: 2006, serial: 15_007 }),
    car: "2006 Ostkamp Karg",
    shows: "Nothing is recorded of how it was built: the engine is asked",
    part: "PW-601-125",
    says: "yes-if",
    asks: "engine",
  },
  {
    vin: makeVin({
      make: "Tessaro",
      code: "L3",
      year: 2017,
      serial: 20_118,
      body: "Hatchback",
      engine: "2.0 T",
    }),
    car: "2017 Tessaro Levano 2.0 T",
    shows: "A packed kit: it fits, because all that is in it does",
    part: "PW-106-330",
    says: "yes",
  },
  {
    vin: makeVin({ make: "Bramwick", code: "A4", year: 2016, serial: 33_470, engine: "2.0 D" }),
    car: "2016 Bramwick Ashby 2.0 D",
    shows: "The kit is listed for the car, but one of its parts is for other engines",
    part: "PW-205-292",
    says: "no",
  },
  {
    vin: makeVin({ make: "Ostkamp", code: "L1", year: 2010, serial: 8_804, engine: "1.4" }),
    car: "2010 Ostkamp Lind 1.4",
    shows: "Left and right are two parts, and for the old one its deposit comes back",
    part: "PW-105-541L",
    says: "yes",
  },
  {
    vin: makeVin({ make: "Haldren", code: "D4", year: 2011, serial: 51_902, engine: "2.0 D" }),
    car: "2011 Haldren Domo 2.0 D",
    shows: "An old number: three parts later, two parts replace it together",
    part: "PW-1002-604A",
    says: "yes",
  },
  {
    vin: makeVin({ make: "Corvane", code: "T7", year: 2019, serial: 7_615, engine: "2.2 D" }),
    car: "2019 Corvane Tarn 2.2 D",
    shows: "A blade for many cars: compare its length, no fit is promised",
    part: "PW-1002-340",
    says: "not-known",
  },
  {
    vin: makeVin({ make: "Haldren", code: "F7", year: 2020, serial: 61_230, engine: "1.6 T" }),
    car: "2020 Haldren Fjell 1.6 T",
    shows: "Gloves are not made for cars, so nothing is said of the fit",
    part: "PW-1101-9",
    says: "nothing",
  },
];
