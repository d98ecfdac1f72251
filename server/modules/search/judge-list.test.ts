// A list with more parts than are judged one by one.
import { expect, it } from "vitest";
import type { ListForCar } from "#contract/fit-lists.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import { maxCountedFits } from "#contract/rules/catalogue-filters.ts";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

it("of so many parts that they are not judged, those listed for the car are the list", async () => {
  const shop = await openShop();
  await addArden(shop.databaseUrl);
  const many = Array.from({ length: maxCountedFits }, (_, at) =>
    aPart({ number: `MANY-${at}`, type: anArden.type }),
  );
  await addParts(shop.shop.db, many);
  const admin = await signUpAdmin(shop);
  const path = `/api/vehicles/${anArden.make}/${anArden.model}/${anArden.year}`;
  const { id: vehicle, facts } = (await shop.get(path)).body as VehiclePage;
  const engine = facts.find(({ key }) => key === "engine")?.values[0]?.id ?? 0;
  const only = [{ fact: "engine", none: [engine] }];
  for (const [number, terms] of [
    [anArden.number, []],
    ["MANY-7", only],
  ] as const) {
    const part = ((await shop.get(`/api/parts/${number}`)).body as { _id: string })._id;
    const given = anApplication({ terms: [...terms] });
    expect((await admin.send("POST", `/api/parts/${part}/applications`, given)).status).toBe(200);
  }
  const list = async (known: object[], searched: object = { type: anArden.type }) => {
    const asked = { car: { vehicle, known }, list: searched };
    return (await shop.send("POST", "/api/catalogue/fit", asked)).body as ListForCar;
  };
  const says = ({ items }: ListForCar) => items.map(({ number, says }) => `${number} ${says}`);
  const open = await list([]);
  expect(open).toMatchObject({ isNarrow: true, isCut: false, total: 2, yes: 1, yesIf: 1 });
  expect(says(open)).toEqual([`${anArden.number} yes`, "MANY-7 yes-if"]);
  const known = await list([{ fact: "engine", any: [engine] }]);
  expect(known).toMatchObject({ total: 1, no: 1, notKnown: 0 });
  expect(says(known)).toEqual([`${anArden.number} yes`]);
  const found = await list([], { q: "ventilated brake disc" });
  expect(says(found)).toEqual(says(open));
});
