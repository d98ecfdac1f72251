import type { repairCalls } from "#contract/repairs.ts";
import type { Context } from "#server/context.ts";
import { findVehicleById, noSuchVehicle } from "#server/modules/fitment/read-vehicle.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { checkBasket } from "./check-basket.ts";
import { addRepair, editRepair, removeRepair } from "./edit-repair.ts";
import { planRepair, readCandidates } from "./plan-repair.ts";
import { findRepair, listRepairs, noSuchRepair } from "./read-repairs.ts";
import { undoRepairEdit } from "./undo-repair-edit.ts";

export function repairHandlers({
  db,
  read,
}: Pick<Context, "db" | "read">): Handlers<typeof repairCalls> {
  return {
    list: () => read(listRepairs),
    one: async ({ params }) => (await read((db) => findRepair(db, params.slug))) ?? noSuchRepair,
    plan: ({ params: { slug }, body: { vehicle: id, known } }) =>
      read(async (db) => {
        const repair = await findRepair(db, slug);
        if (!repair) return noSuchRepair;
        const vehicle = await findVehicleById(db, id);
        if (!vehicle) return noSuchVehicle;
        const found = await readCandidates(db, vehicle, known, { repairs: [repair] });
        const { judged, lines } = planRepair(repair, found);
        return { ...judged, repair, lines, parts: found.shown };
      }),
    check: ({ body: { vehicle: id, ...basket } }) =>
      read(async (db) => {
        const vehicle = await findVehicleById(db, id);
        return vehicle ? checkBasket(db, vehicle, basket) : noSuchVehicle;
      }),
    add: ({ body }, caller) => addRepair(db, caller, body),
    edit: ({ params, body }, caller) => editRepair(db, caller, params.slug, body),
    remove: ({ params }, caller) => removeRepair(db, caller, params.slug),
  };
}

export const repairUndoes: Undoes = {
  "edit-repair": undoRepairEdit,
};
