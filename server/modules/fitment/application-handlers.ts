import type { applicationCalls } from "#contract/applications.ts";
import type { Context } from "#server/context.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { findDeclaration, listApplications, noSuchPart } from "./application-record.ts";
import { handleAdd, handleEdit, handleRemove } from "./edit-application.ts";
import { listHeld, releaseApplication } from "./held-applications.ts";
import { listVehicleApplications } from "./list-vehicle-applications.ts";
import { readAllFacts } from "./read-all-facts.ts";
import { noSuchVehicle } from "./read-vehicle.ts";
import { setDeclaration } from "./set-declaration.ts";
import { positions } from "./tables.ts";
import { undoApplication, undoDeclaration } from "./undo-application.ts";

const perPage = 50;

export function applicationHandlers({
  db,
}: Pick<Context, "db">): Handlers<typeof applicationCalls> {
  return {
    list: ({ params, query: { limit = perPage, after } }) =>
      listApplications(db, params.id, { limit, after }),
    add: handleAdd({ db }),
    edit: handleEdit({ db }),
    remove: handleRemove({ db }),
    held: () => listHeld(db),
    release: releaseApplication({ db }),
    declared: async ({ params }) => (await findDeclaration(db, params.id)) ?? noSuchPart,
    declare: ({ params, body }, caller) => setDeclaration(db, caller, params.id, body),
    ofVehicle: async ({ params }) => (await listVehicleApplications(db, params)) ?? noSuchVehicle,
    words: async () => {
      const facts = await readAllFacts(db);
      const names = await db.select().from(positions).orderBy(positions.name);
      return { facts, positions: names.map(({ name }) => name) };
    },
  };
}

export const applicationUndoes: Undoes = {
  "add-application": undoApplication,
  "edit-application": undoApplication,
  "delete-application": undoApplication,
  "declare-fit": undoDeclaration,
};
