import type { imageCalls } from "#contract/images.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";

export function imageHandlers(): Handlers<typeof imageCalls> {
  return { upload: notBuiltYet };
}
