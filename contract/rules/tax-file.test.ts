import fc from "fast-check";
import { expect, it } from "vitest";
import { readTaxFile, writeTaxFile } from "./tax-file.ts";

const word = fc
  .array(fc.constantFrom(..."ab =-;,\"é'".split("")), { maxLength: 8 })
  .map((letters) => letters.join("").trim());
const day = fc.option(fc.constantFrom("2026-01-01", "2027-12-31"));
const rate = fc.record({
  country: fc.constantFrom("DE", "US"),
  region: word,
  class: fc.constant("standard"),
  rateBp: fc.nat(10_000),
  contained: fc.boolean(),
  from: day,
  until: day,
  name: word,
});

it("comes back as it was", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rate), async (rates) => {
      expect(await readTaxFile(writeTaxFile(rates))).toEqual(rates);
    }),
  );
});

it("is read as spreadsheets of other countries write it, in any order of its columns", async () => {
  const head = "Name;Class;Percent;Country;Region;Contained;First day;Last day";
  expect(await readTaxFile(`${head}\r\nMwSt;standard;8,1 %;ch;;YES;;\r\n`)).toEqual([
    {
      country: "CH",
      region: "",
      class: "standard",
      rateBp: 810,
      contained: true,
      from: null,
      until: null,
      name: "MwSt",
    },
  ]);
});

const head = "country,region,class,percent,contained,first_day,last_day,name";

it.each([
  ["", 1, "The file is empty"],
  ["country,percent\nDE,19", 1, "The column “region” is missing"],
  [`${head},colour\nDE,,standard,19,yes,,,VAT,red`, 1, "There is no column “colour”"],
  [`${head}\nDE,,standard,19,yes,,`, 2, "There are 7 cells, and 8 columns"],
  [`${head}\nDE,,standard,much,yes,,,VAT`, 2, "“much” is no percentage"],
  [`${head}\nDE,,standard,19,yes,,,VAT\nFR,,standard,20,si,,,TVA`, 3, "“si” is neither yes nor no"],
])("is refused with its line: %j", async (file, line, message) => {
  await expect(readTaxFile(file)).rejects.toMatchObject({ line, message });
});
