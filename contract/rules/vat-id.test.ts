import { expect, it } from "vitest";
import { vatIdProblem } from "./vat-id.ts";

const valid = {
  AT: "ATU12345678",
  BE: "BE0123456789",
  BG: "BG1234567890",
  CY: "CY12345678X",
  CZ: "CZ12345678",
  DE: "DE123456789",
  DK: "DK12345678",
  EE: "EE123456789",
  GR: "EL123456789",
  ES: "ESX1234567X",
  FI: "FI12345678",
  FR: "FRXX123456789",
  HR: "HR12345678901",
  HU: "HU12345678",
  IE: "IE1234567WA",
  IT: "IT12345678901",
  LT: "LT123456789012",
  LU: "LU12345678",
  LV: "LV12345678901",
  MT: "MT12345678",
  NL: "NL123456789B01",
  PL: "PL1234567890",
  PT: "PT123456789",
  RO: "RO1234567890",
  SE: "SE123456789001",
  SI: "SI12345678",
  SK: "SK1234567890",
  GB: "XI123456789",
};

it("knows how each country of the EU writes its numbers", () => {
  for (const [country, vatId] of Object.entries(valid)) {
    expect([vatId, vatIdProblem(vatId, country)]).toEqual([vatId, undefined]);
    for (const wrong of [`${vatId}12345`, `${vatId.slice(0, 2)}12*`, vatId.slice(0, 3)])
      expect([wrong, vatIdProblem(wrong, country)]).toEqual([wrong, expect.any(String)]);
  }
  expect(vatIdProblem("", "DE")).toBeUndefined();
});

it("takes numbers of the country of the address alone", () => {
  expect(vatIdProblem("XX12", "FR")).toBe("Must begin with FR, as the address is in FR");
  expect(vatIdProblem(valid.DE, "FR")).toMatch("Must begin with FR");
  expect(vatIdProblem("GR123456789", "GR")).toMatch("Must begin with EL");
  // Not listed, so that its letters are all that is known.
  expect(vatIdProblem("AU12345678", "AU")).toBeUndefined();
});
