import { arbitrary } from "./catalogue-entry.ts";

/** What one part of a type weighs, about. */
const typicalGrams: Record<string, number> = {
  "brake-discs": 8_200,
  "brake-pads": 1_700,
  "brake-drums": 6_100,
  "brake-calipers": 4_300,
  "oil-filters": 420,
  "air-filters": 380,
  "cabin-filters": 290,
  "fuel-filters": 340,
  "spark-plugs": 55,
  "glow-plugs": 45,
  "ignition-coils": 210,
  "fuel-injectors": 130,
  pistons: 620,
  "piston-rings": 140,
  valves: 85,
  "head-gaskets": 460,
  camshafts: 3_900,
  turbochargers: 8_600,
  "timing-belts": 260,
  "timing-chains": 540,
  "v-ribbed-belts": 190,
  "belt-tensioners": 580,
  "water-pumps": 1_450,
  thermostats: 240,
  radiators: 5_200,
  "radiator-hoses": 410,
  "coil-springs": 2_700,
  "shock-absorbers": 3_300,
  "control-arms": 2_900,
  "ball-joints": 520,
  "tie-rod-ends": 450,
  "stabiliser-links": 390,
  "wheel-bearings": 890,
  "wheel-hubs": 2_400,
  "clutch-kits": 7_100,
  flywheels: 9_800,
  "cv-joints": 2_600,
  "drive-shafts": 6_400,
  alternators: 6_200,
  "starter-motors": 4_100,
  "battery-clamps": 95,
  "lambda-sensors": 160,
  "abs-sensors": 110,
  "map-sensors": 60,
  "brake-kits": 18_500,
  "service-kits": 1_150,
  "work-gloves": 120,
  "head-lamps": 3_100,
  "wiper-blades": 230,
  "door-mirrors": 1_300,
};

const bulkyTypes = new Set(["radiators", "drive-shafts"]);

/** In dollars; of parts that are made anew from old ones. */
const deposits: Record<string, number> = {
  "brake-calipers": 30,
  turbochargers: 90,
  alternators: 45,
  "starter-motors": 35,
};

type Entry = { type: string; number: string; packOf?: number };

/** What its delivery depends on, and what its old part is worth. */
export function loadOf({ type, number, packOf = 1 }: Entry) {
  const typical = typicalGrams[type];
  if (typical === undefined) throw new Error(`${type} has no weight`);
  const percent = 90 + arbitrary(`${number} on the scales`, 21);
  const weight = Math.round((typical * percent) / 1_000) * 10;
  const deposit = deposits[type] ?? 0;
  return { weight: weight * packOf, bulky: bulkyTypes.has(type), deposit };
}
