import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import type { Car, CarPage } from "#contract/garage.ts";
import type { OwnData } from "#contract/own-data.ts";
import { maxCars } from "#contract/rules/garage-limits.ts";
import { startLog } from "#server/platform/telemetry/log/log.ts";
import { vinsInDatabase } from "#tests/builders/garage.ts";
import { makeJobsDue } from "#tests/builders/job.ts";
import { addArden, anArden } from "#tests/builders/vehicle.ts";
import { openShop, share, startShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { type SignedIn, signIn, signUp } from "#tests/people.ts";

const openGarage = share(
  async () => {
    const shop = await startShop({});
    await addArden(shop.databaseUrl);
    return shop;
  },
  ({ stop }) => stop(),
);

const add = (person: SignedIn, over: object = {}) =>
  person.send("POST", "/api/garage", { vehicle: 1, known: [], vin: anArden.vin, ...over });

async function addCar(person: SignedIn, over: object = {}): Promise<CarPage> {
  const { status, body } = await add(person, over);
  expect(status).toBe(200);
  return body as CarPage;
}

const cars = async ({ get }: SignedIn) => ((await get("/api/garage")).body as { cars: Car[] }).cars;

it("keeps several cars with their VINs, which only their owner sees", async () => {
  const shop = await openGarage();
  const [vera, jonas] = [await signUp(shop), await signUp(shop)];
  const car = await addCar(vera, { name: "Old one", vin: ` ${anArden.vin.toLowerCase()} ` });
  expect(car).toMatchObject({
    name: "Old one",
    vin: anArden.vin,
    vinEnd: anArden.vin.slice(-4),
    book: [],
    vehicle: { make: { slug: "corvane" }, year: 2014 },
  });
  await addCar(vera, { vin: null });
  const listed = await cars(vera);
  expect(listed.map(({ vinEnd }) => vinEnd)).toEqual([null, anArden.vin.slice(-4)]);
  expect(JSON.stringify(listed)).not.toContain(anArden.vin);
  expect(await cars(jonas)).toEqual([]);
  const path = `/api/garage/${car._id}`;
  const entry = { doneOn: "2026-03-14", fitted: "Oil", odometer: 90_000, note: "" };
  const foreign = [
    await jonas.get(path),
    await jonas.send("PATCH", path, { name: "Mine" }),
    await jonas.send("POST", `${path}/services`, entry),
    await jonas.send("DELETE", path),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await add(vera, { vin: "AX1A30B09EK04120" })).toMatchObject({
    status: 400,
    body: { error: { fields: { vin: expect.stringContaining("one is missing") } } },
  });
  const edited = await vera.send("PATCH", path, { vin: null, odometer: 91_000 });
  expect(edited.body).toMatchObject({ name: "Old one", vin: null, odometer: 91_000 });
});

it("has a service book, where a number of ours is linked to its part", async () => {
  const shop = await openGarage();
  const [vera, jonas] = [await signUp(shop), await signUp(shop)];
  await aStockedPart(shop, { number: "PW-77", name: "Oil filter" });
  const { _id: id } = await addCar(vera);
  const write = (entry: object) => vera.send("POST", `/api/garage/${id}/services`, entry);
  await write({ doneOn: "2025-05-02", fitted: "Brake fluid", odometer: null, note: "At Ada's" });
  const { body } = await write({ doneOn: "2026-05-02", fitted: "pw 77", odometer: 5, note: "" });
  expect(body).toMatchObject({
    services: 2,
    book: [
      { doneOn: "2026-05-02", fitted: "PW-77 Oil filter", part: "PW-77", odometer: 5 },
      { doneOn: "2025-05-02", fitted: "Brake fluid", part: null, note: "At Ada's" },
    ],
  });
  const { garage } = (await vera.get("/api/own-data")).body as OwnData;
  expect(garage).toMatchObject([
    { vin: anArden.vin, vehicle: "2014 Corvane Arden", services: [{ part: "PW-77" }, {}] },
  ]);
  const [latest] = (body as CarPage).book;
  const remove = (who: SignedIn) => who.send("DELETE", `/api/garage/services/${latest?._id}`);
  expect((await remove(jonas)).status).toBe(404);
  expect((await remove(vera)).body).toMatchObject({ services: 1 });
  const { email, password } = vera;
  expect((await vera.send("POST", "/api/own-data/delete", { email, password })).status).toBe(200);
  expect(await cars(await signUp(shop, { email }))).toEqual([]);
});

it("has room for thirty cars, also if two come at once", async () => {
  const shop = await openGarage();
  const vera = await signUp(shop);
  for (let at = 1; at < maxCars; at++) await addCar(vera, { vin: null });
  const both = await Promise.all([add(vera), add(vera)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("stores no VIN as it is, and encrypts it anew with a new key", async () => {
  const keys = ["old", "new"].map((name) => `${name}=${randomBytes(32).toString("base64")}`);
  const first = await openShop({ env: { VIN_KEYS: keys[0] ?? "" } });
  await addArden(first.databaseUrl);
  const vera = await signUp(first);
  const { _id: id } = await addCar(vera);
  const [before] = await vinsInDatabase(first.databaseUrl);
  expect(before).toMatchObject({ key: "old" });
  expect(before?.text).not.toContain(anArden.vin);
  await first.stop();

  const { databaseUrl } = first;
  const second = await openShop({ databaseUrl, env: { VIN_KEYS: keys.toReversed().join() } });
  await makeJobsDue(second.shop.db, "reseal-vins");
  second.shop.jobs.wake();
  await expect.poll(() => vinsInDatabase(databaseUrl)).toMatchObject([{ key: "new" }]);
  await second.stop();
  const third = await openShop({ databaseUrl, env: { VIN_KEYS: keys[1] ?? "" } });
  const again = await signIn(third, vera);
  expect((await again.get(`/api/garage/${id}`)).body).toMatchObject({ vin: anArden.vin });
  await third.stop();
  const without = await openShop({ databaseUrl, env: {} });
  const lost = await signIn(without, vera);
  expect((await lost.get(`/api/garage/${id}`)).body).toMatchObject({ vin: null, vinEnd: null });
});

let endLog: (() => void) | undefined;
afterEach(() => {
  endLog?.();
  endLog = undefined;
});

it("no VIN is in a log line or an address", async () => {
  const lines: string[] = [];
  endLog = startLog({ LOG: "json", LOG_LEVEL: "debug", write: (line) => lines.push(line) });
  const shop = await openShop();
  await addArden(shop.databaseUrl);
  const vera = await signUp(shop);
  const { _id: id } = await addCar(vera);
  const { vin } = anArden;
  await vera.send("POST", "/api/vehicles/read-vin", { vin });
  await vera.send("POST", "/api/vehicles/read-vin", { vin: `${vin}7` });
  await vera.send("PATCH", `/api/garage/${id}`, { vin, name: "x".repeat(90) });
  await vera.send("PATCH", `/api/garage/${id}`, { vin });
  await add(vera, { vehicle: 999 });
  await vera.get("/api/own-data");
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join("\n")).not.toContain(vin);
  expect(lines.join("\n")).toContain("/api/garage");
});
