import type { garageCalls } from "#contract/garage.ts";
import { refuse } from "#contract/refusals.ts";
import { maxCars, maxServices } from "#contract/rules/garage-limits.ts";
import type { Context } from "#server/context.ts";
import { findVehicleById, noSuchVehicle } from "#server/modules/fitment/read-vehicle.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { findCarPage, listCars } from "./read-cars.ts";
import { readGivenVin } from "./read-given-vin.ts";
import { addCar, addService, editCar, removeCar, removeService } from "./store.ts";

const noSuchCar = refuse("not-found", "There is no such car in your garage.");
const noSuchService = refuse("not-found", "There is no such entry in your service book.");
const isFull = refuse(
  "conflict",
  `A garage has room for ${maxCars} cars. Please remove one first.`,
);
const bookIsFull = refuse(
  "conflict",
  `A service book has room for ${maxServices} entries. Please remove one first.`,
);

export function garageHandlers({
  db,
  env,
}: Pick<Context, "db" | "env">): Handlers<typeof garageCalls> {
  const keys = env.VIN_KEYS;
  const find = async (userId: string, id: string) =>
    (await findCarPage(db, keys, userId, id)) ?? noSuchCar;
  return {
    list: (_given, { person }) => listCars(db, keys, person._id),
    async add({ body: { vehicle, vin, ...rest } }, { person }) {
      const read = readGivenVin(vin);
      if ("refusal" in read) return read.refusal;
      if (!(await findVehicleById(db, vehicle))) return noSuchVehicle;
      const id = await addCar(db, keys, person._id, { vehicle, vin: read.vin, ...rest });
      return id === undefined ? isFull : find(person._id, id);
    },
    one: ({ params }, { person }) => find(person._id, params.id),
    async edit({ params: { id }, body: { vin, ...rest } }, { person }) {
      const read = readGivenVin(vin);
      if ("refusal" in read) return read.refusal;
      const given = vin === undefined ? rest : { ...rest, vin: read.vin };
      await editCar(db, keys, person._id, id, given);
      return find(person._id, id);
    },
    remove: async ({ params }, { person }) =>
      (await removeCar(db, person._id, params.id)) ? { deletedCount: 1 } : noSuchCar,
    async addService({ params: { id }, body }, { person }) {
      const added = await addService(db, person._id, id, body);
      if (added === "full") return bookIsFull;
      return find(person._id, id);
    },
    async removeService({ params }, { person }) {
      const carId = await removeService(db, person._id, params.id);
      return carId === undefined ? noSuchService : find(person._id, carId);
    },
  };
}
