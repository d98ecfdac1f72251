import type { fitAnswerCalls } from "#contract/fit-answers.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { limitKeys } from "#server/platform/rate-limits/limit-keys.ts";
import { KeyedSemaphore } from "#server/platform/rate-limits/semaphore.ts";
import { askFit } from "./ask-fit.ts";
import { countFits, readCountable } from "./count-fits.ts";
import { type CountSold, findInstead } from "./find-instead.ts";
import { listLines } from "./list-vehicles-of-part.ts";
import { noteMissedVehicle } from "./missed-vehicles.ts";
import { findPartName } from "./read-shown-parts.ts";
import { findVehicleById, noSuchVehicle } from "./read-vehicle.ts";

const noSuchPart = refuse("not-found", "This part is no longer sold.");

/** Of one person or address: each judges up to thousands of parts. */
const maxAtOnce = 8;

export function fitAnswerHandlers(
  context: Context,
  countSold: CountSold,
): Handlers<typeof fitAnswerCalls> {
  const { db, read, clock } = context;
  const atOnce = new KeyedSemaphore(maxAtOnce);
  return {
    instead: ({ body: { vehicle: id, known, part } }) =>
      read(async (db) => {
        const vehicle = await findVehicleById(db, id);
        if (!vehicle) return noSuchVehicle;
        return findInstead(db, { vehicle, known, part, now: clock.now() }, countSold);
      }),
    count: async ({ body: { vehicle: id, known } }, caller) => {
      const counts = await atOnce.run(limitKeys(caller), async () => {
        const found = await read(async (queries) => {
          const vehicle = await findVehicleById(queries, id);
          return vehicle && readCountable(queries, vehicle, known);
        });
        return found && { ...(await countFits(found.list)), isCut: found.isCut };
      });
      if (!counts) return noSuchVehicle;
      if (counts.fit + counts.oneMore === 0 && !counts.isCut)
        await noteMissedVehicle(db, id, caller);
      return counts;
    },
    ofPart: ({ params: { id }, query: { after } }) =>
      read(async (db) => {
        if (!(await findPartName(db, id))) return noSuchPart;
        return listLines(db, id, after);
      }),
    ask: askFit(context),
  };
}
