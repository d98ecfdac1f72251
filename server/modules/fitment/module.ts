import type { ShopModule } from "#server/module.ts";
import { applicationHandlers, applicationUndoes } from "./application-handlers.ts";
import { fitQuestionLetters } from "./ask-fit.ts";
import { vehicleHandlers } from "./handlers.ts";
import { acesImport } from "./import-aces.ts";
import { aliasImport } from "./import-aliases.ts";
import { applicationImport } from "./import-applications.ts";
import { missedVehicleHandlers } from "./missed-vehicle-handlers.ts";
import { deleteOldMissedVehicles } from "./missed-vehicles.ts";
import { vehicleEditHandlers, vehicleEditUndoes } from "./vehicle-edits/handlers.ts";

export const fitment = {
  handlers: (context) => ({
    vehicles: vehicleHandlers(context),
    vehicleEdits: vehicleEditHandlers(context),
    applications: applicationHandlers(context),
    missedVehicles: missedVehicleHandlers(context),
  }),
  emails: fitQuestionLetters,
  undo: { ...applicationUndoes, ...vehicleEditUndoes },
  importKinds: { applications: applicationImport, aliases: aliasImport, aces: acesImport },
  expires: [deleteOldMissedVehicles],
} satisfies ShopModule;
