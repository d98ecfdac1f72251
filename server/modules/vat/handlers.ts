import { refuse } from "#contract/refusals.ts";
import { vatIdProblem } from "#contract/rules/vat-id.ts";
import type { vatCalls } from "#contract/vat.ts";
import type { Context } from "#server/context.ts";
import type { Undo, Undoes } from "#server/platform/audit/handlers.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { confirmByHand, takeBackByHand } from "./store.ts";

const changedSince = refuse("conflict", "It is not confirmed any more. Nothing was undone.");

export function vatHandlers({ db }: Pick<Context, "db">): Handlers<typeof vatCalls> {
  return {
    confirm: ({ body }, caller) =>
      inTransaction(db, async (tx) => {
        const vatId = vatIdProblem(body.vatId, body.country);
        if (vatId) return refuse("invalid", "Some of what was sent is not right.", { vatId });
        const done = await confirmByHand(tx, body, caller.person._id);
        const reply = { _id: done.id, state: "valid" } as const;
        if (!done.before) return { reply, noted: nothingToAudit };
        const noted = await recordAction(tx, caller, {
          action: "confirm-vat-number",
          about: done.id,
          before: { state: done.before },
          after: { ...body, state: "valid" },
        });
        return { reply, noted };
      }),
  };
}

const undoConfirm: Undo = (db, caller, { about }) =>
  inTransaction(db, async (tx) => {
    const row = await takeBackByHand(tx, about);
    if (!row) return changedSince;
    const { vatId, country, name } = row;
    const noted = await recordAction(tx, caller, {
      action: "confirm-vat-number",
      about,
      before: { state: "valid" },
      after: { vatId, country, name, state: "waiting" },
    });
    return { reply: undefined, noted };
  });

export const vatUndoes: Undoes = { "confirm-vat-number": undoConfirm };
