import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id } from "./fields.ts";

export const pictureCopy = z.object({
  address: z.string(),
  copy: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  nextAttempt: z.nullable(z.string()),
});
export type PictureCopy = z.output<typeof pictureCopy>;

export const pictureCopyCalls = {
  list: {
    method: "GET",
    path: "/parts/:id/picture-copies",
    summary:
      "Lists the pictures of a part that were given by an address elsewhere, and whether the shop has copied them.",
    who: "admin",
    params: { id },
    reply: z.array(pictureCopy),
    refusals: [],
  },
  retry: {
    method: "POST",
    path: "/parts/:id/picture-copies",
    summary: "Copies those pictures of a part once more now that could not be copied.",
    who: "admin",
    area: "catalogue",
    params: { id },
    reply: z.object({ retried: z.number() }),
    refusals: [],
  },
} as const satisfies Calls;
