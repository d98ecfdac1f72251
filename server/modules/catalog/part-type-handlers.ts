import type { partTypeCalls } from "#contract/part-types.ts";
import type { Context } from "#server/context.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addType, editType } from "./edit-part-type.ts";
import { findTypeRecord, noSuchType } from "./part-type-record.ts";
import { removeType } from "./remove-part-type.ts";
import { undoAddedType, undoDeletedType, undoTypeEdit } from "./undo-part-type.ts";

export function partTypeHandlers({ db }: Pick<Context, "db">): Handlers<typeof partTypeCalls> {
  return {
    add: ({ body }, caller) => addType(db, caller, body),
    record: async ({ params }) => (await findTypeRecord(db, params))?.record ?? noSuchType,
    edit: ({ params: { slug }, body }, caller) => editType(db, caller, slug, body),
    remove: ({ params: { slug } }, caller) => removeType(db, caller, slug),
  };
}

export const partTypeUndoes: Undoes = {
  "add-part-type": undoAddedType,
  "edit-part-type": undoTypeEdit,
  "delete-part-type": undoDeletedType,
};
