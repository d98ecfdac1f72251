import type { fitAnswerCalls } from "#contract/fit-answers.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { countFits } from "./count-fits.ts";
import { findInstead } from "./find-instead.ts";
import { findVehicleById, noSuchVehicle } from "./read-vehicle.ts";

export function fitAnswerHandlers({
  read,
}: Pick<Context, "read">): Handlers<typeof fitAnswerCalls> {
  return {
    instead: ({ body: { vehicle: id, known, part } }) =>
      read(async (db) => {
        const vehicle = await findVehicleById(db, id);
        return vehicle ? findInstead(db, vehicle, known, part) : noSuchVehicle;
      }),
    count: ({ body: { vehicle: id, known } }) =>
      read(async (db) => {
        const vehicle = await findVehicleById(db, id);
        return vehicle ? countFits(db, vehicle, known) : noSuchVehicle;
      }),
  };
}
