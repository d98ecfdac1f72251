import type { vehicleEditCalls } from "#contract/vehicle-edits.ts";
import type { Context } from "#server/context.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { aliasImport } from "../import-aliases.ts";
import { readAllFacts } from "../read-all-facts.ts";
import { noSuchVehicle } from "../read-vehicle.ts";
import { saveChange } from "./change-vehicles.ts";
import { nameCode } from "./name-code.ts";
import { readBuilt } from "./read-built.ts";
import { undoCode } from "./undo-code.ts";
import { undoVehicles } from "./undo-vehicles.ts";
import { writeChange } from "./write-change.ts";

export function vehicleEditHandlers({ db }: Context): Handlers<typeof vehicleEditCalls> {
  return {
    change: ({ body }, caller) => saveChange(db, caller, (tx) => writeChange(tx, body)),
    built: async ({ params: { make, model, year } }) => {
      const found = await readBuilt(db, { make, model, year: Number(year) });
      return found ? { built: found.built, combinations: found.combinations } : noSuchVehicle;
    },
    facts: async () =>
      (await readAllFacts(db)).map(({ values, ...fact }) => ({
        ...fact,
        answers: values.map(({ slug, label }) => ({ slug, label })),
      })),
    nameCode: ({ body }, caller) =>
      inTransaction(db, (tx) => nameCode(tx, aliasImport, caller, body)),
  };
}

export const vehicleEditUndoes: Undoes = {
  "change-vehicles": undoVehicles,
  "name-code": undoCode,
};
