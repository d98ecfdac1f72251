import type { Application } from "#contract/applications.ts";
import type { Call } from "#contract/call.ts";
import type { CarPage } from "#contract/garage.ts";
import { maxCars } from "#contract/rules/garage-limits.ts";
import { aPart } from "#seed/builders.ts";
import { anApplication, anArden } from "#tests/builders/vehicle.ts";
import type { IdMakers, ProofShop, Thing } from "./proof-shop.ts";

export const vehicleIds = (at: ProofShop): IdMakers => ({
  "/parts/:id/applications": () => addTypedPart(at),
  "/applications/:id": () => addApplication(at),
  "/applications/:id/release": () => addApplication(at, "Three came back"),
  "/garage/:id": async () => (await addCar(at))._id,
  "/garage/:id/services": async () => (await addCar(at))._id,
  "/garage/services/:id": async () => (await addCar(at)).book[0]?._id ?? "",
});

async function addTypedPart({ session }: ProofShop): Promise<string> {
  const { body } = await session.send("POST", "/api/parts", aPart({ type: anArden.type }));
  return (body as { insertedId: string }).insertedId;
}

/** What changes no car that other requests name. */
export function vehicleEditFor({ path }: Call): Thing {
  if (path === "/vehicle-changes") return { body: { ...car, make: crypto.randomUUID() } };
  return { body: { ...meaning, code: crypto.randomUUID() } };
}

const car = { what: "car", model: "Proof", year: 2014, built: null, combinations: [] };
const meaning = {
  source: "Position",
  make: "",
  model: "",
  year: "",
  conditions: "",
  position: "Front",
  type: "",
};

/** One that is there, or what is sent for another. */
export async function repairFor({ session }: ProofShop, { path, method }: Call): Promise<Thing> {
  const slug = `job-${crypto.randomUUID()}`;
  const line = { type: anArden.type, scope: "axle", need: "always", why: "Worn alike" };
  const body = { slug, axle: null, lines: [line] };
  if (path === "/repairs") return { body };
  await session.send("POST", "/api/repairs", { ...body, name: "Front brakes", note: "" });
  return { slug, ...(method === "PATCH" && { body: { ...body, version: 1 } }) };
}

async function addApplication(at: ProofShop, heldBecause: string | null = null): Promise<string> {
  const path = `/api/parts/${await addTypedPart(at)}/applications`;
  return ((await at.session.send("POST", path, anApplication({ heldBecause }))).body as Application)
    ._id;
}

async function addCar({ session }: ProofShop): Promise<CarPage> {
  const { cars } = (await session.get("/api/garage")).body as { cars: { _id: string }[] };
  // A garage has room for so many: the oldest makes room.
  if (cars.length >= maxCars) await session.send("DELETE", `/api/garage/${cars.at(-1)?._id}`);
  const car = await session.send("POST", "/api/garage", { vehicle: 1, known: [] });
  const entry = { doneOn: "2026-01-31", fitted: "Oil", odometer: null, note: "" };
  const path = `/api/garage/${(car.body as CarPage)._id}/services`;
  return (await session.send("POST", path, entry)).body as CarPage;
}
