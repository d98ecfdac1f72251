import * as z from "zod/mini";
import { call } from "./call.ts";

export const imageCalls = {
  /** A form with one file named `image`. */
  upload: call({
    method: "POST",
    path: "/images",
    who: "signed-in",
    reply: z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
    refusals: ["invalid", "too-large", "unsupported-media-type", "too-many"],
    raw: true,
  }),
};
