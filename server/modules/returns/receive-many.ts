import { Refusal } from "#contract/refusals.ts";
import type { returnCalls } from "#contract/returns.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { noSuchReturn } from "./change-return.ts";
import { findReturn } from "./store.ts";
import { takeStep } from "./take-step.ts";

/** Each by itself, so that one that changed meanwhile does not hold up the others. */
export function receiveMany(context: Context): Handler<typeof returnCalls.receiveMany> {
  const take = takeStep(context);
  return async ({ body: { ids } }, caller) => {
    const booked: string[] = [];
    const left: { _id: string; problem: string }[] = [];
    let noted = nothingToAudit;
    for (const id of new Set(ids)) {
      const found = await findReturn(context.db, { id });
      const lines = found?.lines.map(({ orderLineId: line, quantity: pieces }) => ({
        line,
        pieces,
      }));
      const step = found && lines && { step: "receive" as const, version: found.version, lines };
      const taken = step
        ? await take({ params: { id }, query: {}, body: step }, caller)
        : noSuchReturn;
      if (taken instanceof Refusal) {
        left.push({ _id: id, problem: taken.message });
      } else {
        booked.push(id);
        noted = taken.noted;
      }
    }
    return { reply: { booked, left }, noted };
  };
}
