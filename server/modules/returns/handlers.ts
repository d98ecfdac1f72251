import type { returnCalls } from "#contract/returns.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { askReturn, askReturnByLink } from "./ask-return.ts";
import { cancelReturn } from "./cancel-return.ts";
import { closeReturn } from "./close-return.ts";
import { readReturnHandlers } from "./read-returns.ts";
import { receiveMany } from "./receive-many.ts";
import { takeStep } from "./take-step.ts";

export function returnHandlers(context: Context): Handlers<typeof returnCalls> {
  return {
    ...readReturnHandlers(context),
    ask: askReturn(context),
    askByLink: askReturnByLink(context),
    cancel: cancelReturn(context),
    receiveMany: receiveMany(context),
    step: takeStep(context),
    close: closeReturn(context),
  };
}
