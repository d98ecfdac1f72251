// `npm run vin -- FILE MAKE...`, with a file in the form of NHTSA's vPIC.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { vinCheckDigit } from "#contract/rules/vin.ts";
import { loadVpic } from "#server/modules/fitment/vpic/load-vpic.ts";
import { openShop } from "./open-shop.ts";
import { signUpAdmin } from "./people.ts";
import { makeDataDir, runProgram } from "./start-program.ts";

const copy = (head: string, ...rows: string[]) =>
  [
    `COPY vpic.${head} FROM stdin;`,
    ...rows.map((row) => row.replaceAll("~", "\t")),
    "\\.",
    "",
  ].join("\n");

const dump = [
  "-- PostgreSQL database dump\nSELECT pg_catalog.set_config('search_path', '', false);\n",
  copy("bodystyle (id, name)", "7~Hatchback", "8~Sedan/Saloon"),
  copy("element (id, name, lookuptable)", "5~Body Class~BodyStyle", "13~Displacement (L)~\\N"),
  copy("make (id, name)", "900~HALDREN", "901~OSTKAMP", "902~BRAMWICK"),
  copy("make_model (id, makeid, modelid)", "1~900~1", "2~900~2", "3~901~3", "4~902~4"),
  copy("model (id, name)", "1~Vela", "2~Vela \\\\ Cross", "3~Torv", "4~Trailer"),
  copy(
    "pattern (id, vinschemaid, keys, elementid, attributeid)",
    "1~20~V2~28~1",
    "2~20~V3~28~2",
    "3~20~V[23]**A~13~2",
    "4~20~V2*C~5~7",
    "5~20~V2*D~5~8",
    "6~20~V2**A|*K~5~7",
    "7~20~V3~5~7",
    "8~20~V#~37~1",
    "9~21~V2~28~3",
    "10~22~K****|L~28~3",
    "11~22~K****|[MN]~28~3",
    "12~23~T~28~4",
  ),
  copy("vinschema (id, name, tobeqced)", "20~Vela~\\N", "21~Raw~t", "22~Torv~f", "23~Trailer~\\N"),
  copy("wmi (id, wmi, vehicletypeid)", "1~AW1~2", "2~AU1~7", "3~AZ1~6"),
  copy("wmi_make (wmiid, makeid)", "1~900", "2~901", "3~902"),
  copy(
    "wmi_vinschema (id, wmiid, vinschemaid, yearfrom, yearto)",
    "1~1~20~2012~2014",
    "2~1~21~2012~2014",
    "3~2~22~2019~\\N",
    "4~3~23~2012~\\N",
  ),
].join("\n");

const withDigit = (vin: string) => vin.replace(/(?<=^.{8})./, vinCheckDigit(vin));

it("loads the cars and VINs of the makes that are named, and says which it has not", async () => {
  const shop = await openShop({});
  const dataDir = await makeDataDir();
  const file = join(dataDir, "vpic.sql");
  await writeFile(file, dump);
  const load = async (...words: string[]) => {
    const env = { DATABASE_URL: shop.databaseUrl };
    const program = runProgram(process.execPath, ["scripts/vin.ts", ...words], dataDir, env);
    return [await program.ended, program.said()];
  };
  const read = async (vin: string) =>
    (await shop.send("POST", "/api/vehicles/read-vin", { vin: withDigit(vin) })).body as {
      vehicles: { model: { name: string }; year: number }[];
      facts: { key: string; values: { label: string }[] }[];
    };
  const unknown = await load(file, "Haldren", "Bramwick");
  expect(unknown).toEqual([1, "The file has no cars of Bramwick. Nothing was stored.\n"]);
  expect((await shop.get("/api/vehicles")).body).toEqual([]);
  expect(await load(file, "Haldren")).toEqual([
    0,
    "Loaded 1 make, 2 models, 6 model years, 7 patterns of VINs. 1 pattern of another form is left out.\n",
  ]);
  const models = (await shop.get("/api/vehicles/haldren")).body;
  expect(models).toMatchObject({
    name: "Haldren",
    models: [
      { name: "Vela", from: 2012, to: 2014 },
      { name: "Vela \\ Cross", from: 2012, to: 2014 },
    ],
  });
  const vela = await read("AW1V20CA0DN000001");
  expect(vela.vehicles).toMatchObject([{ model: { name: "Vela" }, year: 2013 }]);
  expect(vela.facts).toMatchObject([
    { key: "body", values: [{ label: "Hatchback" }] },
    { key: "displacement", values: [{ label: "2.0 L" }] },
  ]);
  // Works K says hatchback, place 7 a sedan: neither is known.
  expect((await read("AW1V20DA0DK000001")).facts.map(({ key }) => key)).toEqual(["displacement"]);
  const { makes } = await loadVpic(shop.shop.db, file, ["Ostkamp"]);
  expect([...makes.keys()].sort()).toEqual(["haldren", "ostkamp"]);
  const torv = await read("AU1K80BA0LK000001");
  expect(torv.vehicles).toMatchObject([{ model: { name: "Torv" }, year: 2020 }]);
  expect((await shop.get("/api/vehicles/ostkamp")).body).toMatchObject({
    models: [{ name: "Torv", from: 2020, to: 2022 }],
  });
  expect((await read("AW1V20CA0DN000001")).vehicles).toHaveLength(1);
  // What admins have renamed stays so, and its VINs are read.
  const admin = await signUpAdmin(shop);
  for (const renamed of [
    { what: "model", make: "haldren", model: "vela", name: "Vela I" },
    { what: "make", make: "haldren", name: "Haldren Cars" },
  ])
    expect((await admin.send("POST", "/api/vehicle-changes", renamed)).status).toBe(200);
  expect((await read("AW1V20CA0DN000001")).vehicles).toMatchObject([{ model: { name: "Vela I" } }]);
  expect([...(await loadVpic(shop.shop.db, file, [])).makes.keys()].sort()).toEqual([
    "haldren",
    "ostkamp",
  ]);
  const makesNow = (await shop.get("/api/vehicles")).body;
  expect(makesNow).toMatchObject([{ name: "Haldren Cars" }, { name: "Ostkamp" }]);
  expect((await shop.get("/api/vehicles/haldren-cars")).body).toMatchObject({
    models: [{ name: "Vela \\ Cross" }, { name: "Vela I" }],
  });
  expect((await read("AW1V20CA0DN000001")).vehicles).toHaveLength(1);
});
