// A part in two types: a bolt that holds wheels and brakes is listed under both.
import { expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Basket } from "#contract/baskets.ts";
import type { PartPage, PartType } from "#contract/catalog.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import type { CatalogueReply } from "#contract/search.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { aDiscount } from "#tests/builders/settings.ts";
import { addTessaro, anApplication } from "#tests/builders/vehicle.ts";
import { checkFile, exportFile, importFile, listFindings, undoImport } from "#tests/imports.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

async function openBolts() {
  const type = (slug: string, parent?: string) =>
    aPartType({ slug, name: slug, ...(parent && { parent }) });
  const shop = await openShop({
    types: [
      type("bolts"),
      type("wheel-bolts", "bolts"),
      type("brake-bolts", "bolts"),
      type("hoses"),
    ],
  });
  await addTessaro(shop.databaseUrl);
  const thread = (value: string) => [{ name: "Thread", unit: null, value }];
  await addParts(shop.shop.db, [
    aPart({ number: "B-14", name: "Wheel bolt", type: "wheel-bolts", attributes: thread("M14") }),
    aPart({ number: "B-10", name: "Brake bolt", type: "brake-bolts", attributes: thread("M10") }),
  ]);
  const admin = await signUpAdmin(shop);
  const { _id: bolt } = (await shop.get("/api/parts/B-14")).body as PartPage;
  const line = anApplication({ model: "tessaro/vero", from: 2013, to: 2015 });
  expect(await admin.send("POST", `/api/parts/${bolt}/applications`, line)).toMatchObject({
    status: 200,
  });
  const edit = (fields: object) => admin.send("PATCH", `/api/parts/${bolt}`, fields);
  const list = async (query: string) =>
    (await shop.get(`/api/catalogue?${query}`)).body as CatalogueReply;
  const numbers = async (query: string) =>
    (await list(query)).items.map(({ number }) => number).sort();
  /** By type: how many the page of the car says, and which its list has. */
  const ofCar = async () => {
    const { types } = (await shop.get("/api/vehicles/tessaro/vero/2014")).body as VehiclePage;
    const lists = ["wheel-bolts", "brake-bolts"].map(async (slug) => {
      const { body } = await shop.get(`/api/vehicles/tessaro/vero/2014/${slug}`);
      const { parts } = body as { parts: { number: string }[] };
      return [
        types.find((one) => one.slug === slug)?.parts ?? 0,
        ...parts.map((one) => one.number),
      ];
    });
    return Promise.all(lists);
  };
  const { id: vehicle } = (await shop.get("/api/vehicles/tessaro/vero/2014")).body as VehiclePage;
  return { shop, admin, bolt, edit, list, numbers, ofCar, vehicle };
}

const both = { furtherTypes: ["brake-bolts"] };

it("a part of two types is listed under both, with facets, counts and the lists of cars", async () => {
  const { shop, edit, list, numbers, ofCar } = await openBolts();
  expect(await numbers("type=brake-bolts")).toEqual(["B-10"]);
  expect(await ofCar()).toEqual([[1, "B-14"], [0]]);
  expect(await edit(both)).toMatchObject({ status: 200, body: both });

  expect(await numbers("type=brake-bolts")).toEqual(["B-10", "B-14"]);
  expect(await numbers("type=wheel-bolts")).toEqual(["B-14"]);
  expect(await numbers("type=bolts")).toEqual(["B-10", "B-14"]);
  expect(await numbers("type=brake-bolts&sort=name")).toEqual(["B-10", "B-14"]);
  const { total, facets } = await list("type=brake-bolts");
  expect(total).toBe(2);
  expect(facets?.attributes).toMatchObject([
    {
      key: "thread",
      values: [
        { value: "M10", parts: 1 },
        { value: "M14", parts: 1 },
      ],
    },
  ]);
  expect(await numbers("type=brake-bolts&f=thread%3AM14")).toEqual(["B-14"]);
  expect((await list("")).facets?.types).toMatchObject([
    { value: "brake-bolts", parts: 2 },
    { value: "wheel-bolts", parts: 1 },
  ]);
  const tree = (await shop.get("/api/part-types")).body as PartType[];
  expect(tree.map(({ slug, parts }) => [slug, parts])).toEqual([
    ["bolts", 2],
    ["brake-bolts", 2],
    ["wheel-bolts", 1],
    ["hoses", 0],
  ]);
  expect(await ofCar()).toEqual([
    [1, "B-14"],
    [1, "B-14"],
  ]);
  expect((await shop.get("/api/parts/B-14")).body).toMatchObject({
    types: [{ slug: "bolts" }, { slug: "wheel-bolts" }],
    furtherTypes: [{ slug: "brake-bolts", name: "brake-bolts" }],
  });
});

it("a part of two types is proposed and reduced under both", async () => {
  const { shop, admin, bolt, edit, vehicle } = await openBolts();
  const { _id: brakeBolt } = (await shop.get("/api/parts/B-10")).body as PartPage;
  const instead = async (part: string) => {
    const { body } = await shop.send("POST", "/api/fit/instead", { vehicle, known: [], part });
    return (body as { parts: { number: string }[] }).parts.map(({ number }) => number);
  };
  const ofBrakes = aDiscount({ targets: [{ kind: "type", id: "brake-bolts" }] });
  const discounts = { groups: [], discounts: [ofBrakes], priceLists: [] };
  await saveSettings(admin, { discounts });
  const buyer = await signUp(shop);
  await buyer.send("PUT", "/api/basket/lines", { lines: [{ part: bolt, quantity: 2 }] });
  const isReduced = async () => {
    const { lines } = (await buyer.get("/api/basket")).body as Basket;
    return lines.map(({ price, listPrice, discount }) => price < listPrice || discount > 0);
  };
  expect([await instead(brakeBolt), await isReduced()]).toEqual([[], [false]]);
  await edit(both);
  expect([await instead(brakeBolt), await isReduced()]).toEqual([["B-14"], [true]]);
});

it("further types are taken back by the undo of their edit, and follow the part's own type", async () => {
  const { admin, bolt, edit, numbers, ofCar } = await openBolts();
  await edit(both);
  const [entry] = (await admin.get(`/api/audit?about=${bolt}`)).body as AuditEntry[];
  expect(await admin.send("POST", `/api/undo/${entry?._id}`)).toMatchObject({ status: 200 });
  expect(await numbers("type=brake-bolts")).toEqual(["B-10"]);
  expect(await ofCar()).toEqual([[1, "B-14"], [0]]);

  await edit(both);
  expect(await edit({ type: "brake-bolts" })).toMatchObject({ body: { furtherTypes: [] } });
  expect(await numbers("type=brake-bolts")).toEqual(["B-10", "B-14"]);
  expect(await ofCar()).toEqual([[0], [1, "B-14"]]);
});

it("a part that is added with further types is listed under them at once", async () => {
  const { admin, numbers } = await openBolts();
  expect(await numbers("type=hoses")).toEqual([]);
  const part = aPart({ number: "B-12", type: "wheel-bolts", furtherTypes: ["hoses"] });
  expect(await admin.send("POST", "/api/parts", part)).toMatchObject({ status: 200 });
  expect(await numbers("type=hoses")).toEqual(["B-12"]);
});

it("there is no further type that does not exist, and one with such parts is not deleted", async () => {
  const { admin, edit } = await openBolts();
  expect(await edit({ furtherTypes: ["nuts"] })).toMatchObject({
    body: { error: { fields: { furtherTypes: "There is no part type “nuts”" } } },
  });
  expect(await edit({ furtherTypes: Array(6).fill("hoses") })).toMatchObject({ status: 400 });
  expect(await edit({ furtherTypes: ["hoses"] })).toMatchObject({ status: 200 });
  expect(await admin.send("DELETE", "/api/part-types/hoses")).toMatchObject({ status: 409 });
  await edit({ furtherTypes: [] });
  expect(await admin.send("DELETE", "/api/part-types/hoses")).toMatchObject({ status: 200 });
});

it("further types are exported with parts, imported, and undone", async () => {
  const { admin, edit, numbers, ofCar } = await openBolts();
  const toFile = (types: string) => `part,further_types\nB-14,${types}`;
  const refused = await checkFile(admin, "parts", toFile("nuts"));
  expect(await listFindings(admin, refused)).toMatchObject([
    { line: 2, grade: "line", what: "There is no part type “nuts”" },
  ]);
  const batch = await importFile(admin, "parts", toFile(" hoses | brake-bolts"));
  const file = await exportFile(admin, "parts");
  expect(file.split("\r\n")[0]).toMatch(/,further_types,/);
  expect(file).toMatch(/^B-14,.*,brake-bolts\|hoses,/m);
  expect((await checkFile(admin, "parts", file)).counts).toMatchObject({ new: 0, changed: 0 });
  expect(await numbers("type=hoses")).toEqual(["B-14"]);
  await undoImport(admin, batch);
  await expect.poll(() => numbers("type=hoses")).toEqual([]);
  expect(await ofCar()).toEqual([[1, "B-14"], [0]]);
  await edit(both);
  expect(await exportFile(admin, "parts")).toMatch(/^B-14,.*,brake-bolts,/m);
});
