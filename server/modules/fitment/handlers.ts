import type { vehicleCalls } from "#contract/fitment.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { judgeInTurns, readFitList } from "./judge-parts.ts";
import { listPartsForVehicle } from "./list-parts-for-vehicle.ts";
import { findModels, findYears, listMakes } from "./list-vehicles.ts";
import { findVehicleById, findVehiclePage, noSuchVehicle } from "./read-vehicle.ts";
import { readVin } from "./read-vin.ts";

export function vehicleHandlers({ read }: Context): Handlers<typeof vehicleCalls> {
  return {
    makes: () => read(listMakes),
    models: async ({ params }) =>
      (await read((db) => findModels(db, params.make))) ?? noSuchVehicle,
    years: async ({ params }) => (await read((db) => findYears(db, params))) ?? noSuchVehicle,
    one: async ({ params }) => (await read((db) => findVehiclePage(db, params))) ?? noSuchVehicle,
    partsOfType: async ({ params, query: { after } }) =>
      (await read((db) => listPartsForVehicle(db, params, after))) ?? noSuchVehicle,
    readVin: ({ body }) => read((db) => readVin(db, body.vin)),
    judge: async ({ body: { vehicle: id, known, parts } }) => {
      const list = await read(async (db) => {
        const vehicle = await findVehicleById(db, id);
        return vehicle && readFitList(db, vehicle, known, parts);
      });
      return list ? judgeInTurns(list) : noSuchVehicle;
    },
  };
}
