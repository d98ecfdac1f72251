import { expect, it } from "vitest";
import { findZone, placesOverlap } from "./find-zone.ts";

const place = (country: string, rest = {}) => ({ country, region: "", from: "", to: "", ...rest });
const zones = [
  { name: "world", places: [place("*")] },
  { name: "country", places: [place("GB"), place("DE")] },
  { name: "region", places: [place("GB", { region: "Wales" })] },
  {
    name: "postcodes",
    places: [place("GB", { from: "BT", to: "BT" }), place("DE", { from: "27498", to: "27499" })],
  },
];
const nameOf = (country: string, rest = {}) => findZone(zones, { country, ...rest })?.name;

it("a postcode beats a region, a region its country, a country anywhere", () => {
  expect(nameOf("BD")).toBe("world");
  expect(nameOf("GB")).toBe("country");
  expect(nameOf("GB", { postcode: "SW1A 1AA" })).toBe("country");
  expect(nameOf("GB", { region: " wales", postcode: "CF10 1AA" })).toBe("region");
  expect(nameOf("GB", { region: "Wales", postcode: "bt1 1aa" })).toBe("postcodes");
});

it("the bounds of a range belong to it", () => {
  for (const postcode of ["27498", "27499", "27 499"]) {
    expect(nameOf("DE", { postcode })).toBe("postcodes");
  }
  for (const postcode of ["27497", "27500", ""]) expect(nameOf("DE", { postcode })).toBe("country");
});

it("nobody delivers where no zone is", () => {
  expect(findZone(zones.slice(1), { country: "BD" })).toBeUndefined();
});

it("places overlap where an address would be in both", () => {
  const overlap = (one: object, other: object) =>
    placesOverlap(place("GB", one), place("GB", other));
  expect(overlap({}, {})).toBe(true);
  expect(overlap({ region: "Wales" }, { region: "wales" })).toBe(true);
  expect(overlap({ region: "Wales" }, { region: "Scotland" })).toBe(false);
  expect(overlap({ region: "Wales" }, {})).toBe(false);
  expect(overlap({ from: "10", to: "19" }, { from: "19", to: "25" })).toBe(true);
  expect(overlap({ from: "10", to: "19" }, { from: "20", to: "25" })).toBe(false);
  expect(placesOverlap(place("GB"), place("DE"))).toBe(false);
});
