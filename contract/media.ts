import * as z from "zod/mini";
import type { Calls } from "./call.ts";

export const maxPictureBytes = 8 * 1024 * 1024;

export const imageCalls = {
  upload: {
    method: "POST",
    path: "/images",
    summary: "Stores a picture: a form with one file named `image`.",
    who: "signed-in",
    reply: z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
    refusals: ["invalid", "too-large", "unsupported-media-type", "too-many", "unavailable"],
    form: true,
  },
} as const satisfies Calls;
